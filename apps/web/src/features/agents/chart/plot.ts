import { axisInUnits, type Base, scale, type Ticks } from '@atalaya/charts/axis'
import type { TimeRange } from '@atalaya/charts/cursor'
import { gaps, type Point, segments, spreadOf } from '@atalaya/charts/series'
import { thin } from '@atalaya/charts/thin'
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
  /** Usual distance of the points, in ms. */
  step: number
  /** Capacity over time, such as all memory. */
  capacity?: readonly Point[]
  /** Number drawn beside the line if a chart has several machines or parts: a colour alone does not identify it. */
  number?: number
  /** True if the machine never sends this metric. */
  isUnknown?: boolean
  /** Values of the week before, drawn faintly. */
  isWeekBefore?: boolean
}

/** Data of a chart, in the metric's own unit. */
export type ChartData = {
  series: readonly ChartSeries[]
  range: TimeRange
  /** Top of the axis if known (100 %, all memory); otherwise it follows the values. */
  max: number | undefined
  base: Base
  ticks: Ticks
  /** Capacity line, if the chart draws one. */
  capacity: readonly Point[]
  bounds: Bounds | undefined
  formats: Formats
  /** Name of the machine that the marks belong to, if the chart has several. */
  markedMachine?: string | undefined
}

/** Gaps without data, to be hatched. None for several machines or parts, as each line has different ones. */
export function gapsOf({ series: [first], range }: ChartData) {
  if (first?.number !== undefined) return []
  return gaps(first ? segments(first.points, first.step) : [], range.from, range.to, range.step)
}

/** Geometry of a chart: everything that depends on data, range and width, but not on the cursor. */
export function plotOf(data: ChartData, width: number) {
  const { series, range, capacity, bounds, base, max, ticks, formats } = data
  const axis = axisInUnits(spreadOf(series.flatMap(({ points }) => points)), ticks, { base, top: max })
  const bottom = HEIGHT_PX - AXIS_BOTTOM_PX
  const innerWidth = Math.max(0, width - AXIS_LEFT_PX)
  const segmentsOfSeries = series.map(({ points, step }) => segments(points, step))
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
    /** Segments of each series, reduced to one point per pixel. */
    segments: segmentsOfSeries.map((lineSegments) => thin(lineSegments, x)),
    capacity: thin(segments(capacity, range.step), x),
    bounds: Object.entries(bounds ?? {}).filter(([, value]) => value >= axis.low && value <= axis.high),
    gaps: gapsOf(data),
    numbers: numberPlaces(series, x, y),
  }
}

type Scale = (value: number) => number

/** Places of the lines' numbers: on the line, spread over its length so that they don't overlap. */
function numberPlaces(series: readonly ChartSeries[], x: Scale, y: Scale) {
  const numbered = series.filter(({ number }) => number !== undefined)
  return numbered.flatMap(({ key, number, color, points }, n) => {
    const point = points[Math.floor((points.length * (n + 0.5)) / numbered.length)]
    return point && number ? [{ key, number, color, x: x(point.at), y: y(point.avg) }] : []
  })
}

export type Plot = ReturnType<typeof plotOf>
