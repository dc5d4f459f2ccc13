import type { Spread } from './axis.ts'

/** One value over one step of time; `min` and `max` differ from it if it stands for several samples. */
export type Point = { at: number; avg: number; min: number; max: number }

type Values = readonly (number | null)[]
/** Values at equal distances of time, the first of them at `from`; null if nothing was measured. */
export type Slots = { from: number; stepMs: number; avg: Values; min?: Values; max?: Values }

/** More than this many steps without a value is a gap: the agent was away, and the line must not pretend otherwise. */
export const GAP_STEPS = 2.5

/** The points of a series; a slot without a value has no point. */
export function pointsOf({ from, stepMs, avg, min, max }: Slots): Point[] {
  return avg.flatMap((value, slot) => {
    if (value === null) return []
    return [{ at: from + slot * stepMs, avg: value, min: min?.[slot] ?? value, max: max?.[slot] ?? value }]
  })
}

/**
 * Usual distance of the points of a series, in ms: the median. An agent that reports less often than there are slots
 * leaves most of them empty, and that is no gap.
 */
export function medianStep(points: readonly Point[], stepMs: number): number {
  const distances = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? point.at))
  const median = distances.sort((a, b) => a - b)[distances.length >> 1]
  return Math.max(stepMs, median ?? 0)
}

/** Range of the values; 0 and 0 if there are none. */
export function spreadOf(points: readonly Point[]): Spread {
  const [first] = points
  const start = { min: first?.min ?? 0, max: first?.max ?? 0 }
  return points.reduce(
    (spread, { min, max }) => ({ min: Math.min(spread.min, min), max: Math.max(spread.max, max) }),
    start,
  )
}

/** Cuts a series at its gaps. `step` is the usual distance of two points in ms. */
export function segments(points: readonly Point[], step: number, gapSteps = GAP_STEPS): Point[][] {
  const parts: Point[][] = []
  let before: Point | undefined
  for (const point of points) {
    const last = parts.at(-1)
    if (last && before && point.at - before.at <= step * gapSteps) last.push(point)
    else parts.push([point])
    before = point
  }
  return parts
}

/** The spans between segments, and before the first and after the last of a range. */
export function gaps(parts: readonly Point[][], from: number, to: number, step: number): [number, number][] {
  const edges = parts.map((part) => [part[0]?.at ?? from, part.at(-1)?.at ?? to] as const)
  const starts = [from, ...edges.map(([, end]) => end)]
  const ends = [...edges.map(([start]) => start), to]
  return starts
    .map((start, index): [number, number] => [start, ends[index] ?? to])
    .filter(([start, end]) => end - start > step * GAP_STEPS)
}
