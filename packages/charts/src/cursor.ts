import { GAP_STEPS, type Point } from './series.ts'

/** Span from one instant to another, in ms since 1970. */
export type TimeSpan = { from: number; to: number }

/** Time range of a chart; `step` is the usual distance of two points in ms. */
export type TimeRange = TimeSpan & { step: number }

/** Nearest point to an instant; undefined inside a gap. `points` are sorted by time, with `step` between two. */
export function pointAt(points: readonly Point[], at: number, step: number): Point | undefined {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  const distance = (point: Point | undefined) => (point ? Math.abs(point.at - at) : Number.POSITIVE_INFINITY)
  const [before, after] = [points[low - 1], points[low]]
  const nearest = distance(before) <= distance(after) ? before : after
  return distance(nearest) <= (step * GAP_STEPS) / 2 ? nearest : undefined
}

/** Instant to which a slider's key moves the cursor, within the range. Undefined for other keys. */
export function cursorAfter(key: string, at: number, { from, to, step }: TimeRange): number | undefined {
  const far = (to - from) / 10
  const goals: Record<string, number> = {
    ArrowLeft: at - step,
    ArrowRight: at + step,
    ArrowDown: at - step,
    ArrowUp: at + step,
    PageDown: at - far,
    PageUp: at + far,
    Home: from,
    End: to,
  }
  const goal = goals[key]
  return goal === undefined ? undefined : Math.min(to, Math.max(from, Math.round(goal)))
}

/** Minimum length of a zoomed range. */
const ZOOM_MIN_MS = 60_000
/** A drag over less than this share of the chart counts as a click. */
const CLICK_SHARE = 0.02

/** Range that a drag zooms to, at least `ZOOM_MIN_MS` long; undefined for a click. */
export function zoomSpan(start: number, end: number, { from, to }: TimeSpan): TimeSpan | undefined {
  const [first, last] = start < end ? [start, end] : [end, start]
  if (last - first < (to - from) * CLICK_SHARE) return undefined
  const missing = Math.max(0, ZOOM_MIN_MS - (last - first)) / 2
  return { from: Math.floor(Math.max(from, first - missing)), to: Math.ceil(Math.min(to, last + missing)) }
}
