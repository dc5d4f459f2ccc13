/** One value of a metric over one step of time; `min` and `max` where it stands for several samples. */
export type Point = { at: number; avg: number; min: number; max: number }

/** More than this many steps without a value is a gap: the agent was away, and the line must not pretend otherwise. */
const GAP_STEPS = 2.5

/** Cuts a series where it has gaps. `step` is the usual distance of two points in ms. */
export function segments(points: readonly Point[], step: number): Point[][] {
  const parts: Point[][] = []
  let before: Point | undefined
  for (const point of points) {
    const last = parts.at(-1)
    if (last && before && point.at - before.at <= step * GAP_STEPS) last.push(point)
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

/** The point next to an instant, if one is within the reach of a gap. Points are in the order of time. */
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

type Place = (value: number) => number
const xy = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`

/** SVG path of the averages, a stroke for each segment. A lone point becomes a dot under round line caps. */
export function linePath(parts: readonly Point[][], x: Place, y: Place): string {
  return parts
    .map((part) => {
      const [first, ...rest] = part.map((point) => xy(x(point.at), y(point.avg)))
      return `M${first}${rest.length > 0 ? rest.map((place) => `L${place}`).join('') : 'h0'}`
    })
    .join('')
}

/** SVG path of the area between minimum and maximum of each segment. */
export function bandPath(parts: readonly Point[][], x: Place, y: Place): string {
  return parts
    .filter((part) => part.length > 1)
    .map((part) => {
      const upper = part.map((point) => xy(x(point.at), y(point.max)))
      const lower = part.map((point) => xy(x(point.at), y(point.min))).reverse()
      return `M${[...upper, ...lower].join('L')}Z`
    })
    .join('')
}
