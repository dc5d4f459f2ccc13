import { axisOf, type Base, scale } from '@atalaya/charts/axis'
import type { TimeRange } from '@atalaya/charts/cursor'
import { gaps, type Point, segments, spreadOf } from '@atalaya/charts/series'
import { timeTicks } from '@atalaya/charts/time'

const HEIGHT_PX = 160
const AXIS_LEFT_PX = 56
const AXIS_BOTTOM_PX = 22
const TOP_PX = 6
const TICK_WIDTH_PX = 60

/** One line of a chart, with its band. */
export type ChartSeries = {
  key: string
  name: string
  color: `var(--chart-${1 | 2 | 3 | 4 | 5 | 6})`
  points: readonly Point[]
}

type PlotInput = {
  series: readonly ChartSeries[]
  range: TimeRange
  max: number | undefined
  base: Base | undefined
  width: number
}

/** Where things stand in a chart: all that depends on data, range and width, and not on the cursor. */
export function plotOf({ series, range, max, base, width }: PlotInput) {
  const axis = axisOf(spreadOf(series.flatMap(({ points }) => points)), { base, top: max })
  const bottom = HEIGHT_PX - AXIS_BOTTOM_PX
  const innerWidth = Math.max(0, width - AXIS_LEFT_PX)
  const parts: Point[][][] = series.map(({ points }) => segments(points, range.step))
  return {
    height: HEIGHT_PX,
    left: AXIS_LEFT_PX,
    bottom,
    innerWidth,
    span: range.to - range.from,
    x: scale([range.from, range.to], [AXIS_LEFT_PX, AXIS_LEFT_PX + innerWidth]),
    y: scale([axis.low, axis.high], [bottom, TOP_PX]),
    values: axis.ticks,
    times: timeTicks(range.from, range.to, Math.max(2, Math.floor(innerWidth / TICK_WIDTH_PX))),
    parts,
    gaps: gaps(parts[0] ?? [], range.from, range.to, range.step),
  }
}
export type Plot = ReturnType<typeof plotOf>
