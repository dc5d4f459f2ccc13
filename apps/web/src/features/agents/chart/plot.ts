import { type Base, scale, type Ticks, writtenAxis } from '@atalaya/charts/axis'
import type { TimeRange } from '@atalaya/charts/cursor'
import { gaps, type Point, segments, spreadOf } from '@atalaya/charts/series'
import { thinned } from '@atalaya/charts/thin'
import { timeTicks } from '@atalaya/charts/time'
import type { Bounds } from '@atalaya/contract/metric-bounds'
import type { Formats } from '@atalaya/format/formats'

const HEIGHT_PX = 160
const AXIS_LEFT_PX = 64
const AXIS_BOTTOM_PX = 22
const TOP_PX = 6
const TICK_WIDTH_PX = 60

/** One line of a chart, with its band. */
export type ChartSeries = {
  key: string
  name: string
  color: `var(--chart-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8})`
  points: readonly Point[]
  /** How far apart the points usually are, ms. */
  step: number
  /** How much there is in all, over time. */
  capacity?: readonly Point[]
  /** Of several machines or parts in a chart: which it is. It stands beside the line, for a colour alone tells nobody. */
  number?: number
  /** The machine sends no such number at all. */
  isUnknown?: boolean
  /** Drawn faintly underneath: what was a week before. */
  isPast?: boolean
}

/** What a chart draws, in the metric's own unit. */
export type ChartData = {
  series: readonly ChartSeries[]
  range: TimeRange
  /** The top of the axis, where it is known (100 %, all memory); else what the values need. */
  max: number | undefined
  base: Base
  ticks: Ticks
  /** How much there is in all, where that is drawn. */
  capacity: readonly Point[]
  bounds: Bounds | undefined
  formats: Formats
  /** Of several machines: the one of which it is marked what happened. */
  marked?: string | undefined
}

/** When nothing was measured; where several machines or parts are drawn, each line has gaps of its own. */
export function gapsOf({ series: [first], range }: ChartData) {
  if (first?.number !== undefined) return []
  return gaps(first ? segments(first.points, first.step) : [], range.from, range.to, range.step)
}

/** Where things stand in a chart: all that depends on data, range and width, and not on the cursor. */
export function plotOf(data: ChartData, width: number) {
  const { series, range, capacity, bounds, base, max, ticks, formats } = data
  const axis = writtenAxis(spreadOf(series.flatMap(({ points }) => points)), ticks, { base, top: max })
  const bottom = HEIGHT_PX - AXIS_BOTTOM_PX
  const innerWidth = Math.max(0, width - AXIS_LEFT_PX)
  const whole = series.map(({ points, step }) => segments(points, step))
  const x = scale([range.from, range.to], [AXIS_LEFT_PX, AXIS_LEFT_PX + innerWidth])
  const y = scale([axis.low, axis.high], [bottom, TOP_PX])
  return {
    formats,
    height: HEIGHT_PX,
    left: AXIS_LEFT_PX,
    bottom,
    innerWidth,
    span: range.to - range.from,
    x,
    y,
    values: axis.ticks,
    valueText: axis.text,
    times: timeTicks(range.from, range.to, Math.max(2, Math.floor(innerWidth / TICK_WIDTH_PX)), formats.zone),
    /** As much of the segments of each series as there are pixels for. */
    parts: whole.map((parts) => thinned(parts, x)),
    capacity: thinned(segments(capacity, range.step), x),
    bounds: Object.entries(bounds ?? {}).filter(([, value]) => value >= axis.low && value <= axis.high),
    gaps: gapsOf(data),
    numbers: numberPlaces(series, x, y),
  }
}

type Place = (value: number) => number

/** Where the numbers of lines stand: on the lines, one after another, so that none lies on the next one's. */
function numberPlaces(series: readonly ChartSeries[], x: Place, y: Place) {
  const numbered = series.filter(({ number }) => number !== undefined)
  return numbered.flatMap(({ key, number, color, points }, n) => {
    const point = points[Math.floor((points.length * (n + 0.5)) / numbered.length)]
    return point && number ? [{ key, number, color, x: x(point.at), y: y(point.avg) }] : []
  })
}
export type Plot = ReturnType<typeof plotOf>
