type Values = readonly (number | null)[]
export type Scale = { low: number; high: number }

const STEPS = [1, 2, 2.5, 5, 10]

/** Ends of an axis around these values: round numbers, and zero where it is near. */
export function scaleOf(min: Values, max: Values, isPercent: boolean): Scale {
  const values = [...min, ...max].filter((value) => value !== null)
  if (values.length === 0) return { low: 0, high: 1 }
  const least = Math.min(...values)
  const most = Math.max(...values)
  const start = least >= 0 && least < most / 2 ? 0 : least
  const span = most - start || Math.abs(most) || 1
  const rough = 10 ** Math.floor(Math.log10(span))
  const step = (STEPS.find((one) => one * rough * 2 >= span) ?? 10) * rough
  const low = Math.floor(start / step) * step
  const high = Math.max(Math.ceil(most / step) * step, low + step)
  return isPercent && low === 0 ? { low, high: Math.min(100, Math.max(high, 10)) } : { low, high }
}

/** Where a value stands from the top, of 1. */
const heightOf = (value: number, { low, high }: Scale) => (high - value) / (high - low || 1)

/** Runs of slots that hold something, as pairs of their first and last. */
function runsOf(values: Values): [number, number][] {
  const runs: [number, number][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last && last[1] === index - 1) last[1] = index
    else runs.push([index, index])
  }
  return runs
}

/**
 * Path of a line through the values in a box of `width` by `height`, broken where nothing was measured. Slots that are
 * shorter than the agent's own pace are empty in between: gaps of up to `bridge` slots are drawn across.
 */
export function linePath(values: Values, scale: Scale, width: number, height: number, bridge: number): string {
  const step = width / Math.max(1, values.length - 1)
  let last = Number.NEGATIVE_INFINITY
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isJoined = index - last <= bridge + 1
      last = index
      const point = `${(index * step).toFixed(1)} ${(heightOf(value, scale) * height).toFixed(1)}`
      // A line of no length is a dot: a value that stands alone shows too.
      return isJoined ? `L${point}` : `M${point}h0`
    })
    .join('')
}

/** Path of the band between the least and the greatest of each slot. */
export function bandPath(min: Values, max: Values, scale: Scale, width: number, height: number): string {
  const step = width / Math.max(1, max.length - 1)
  const point = (values: Values, index: number) =>
    `${(index * step).toFixed(1)} ${(heightOf(values[index] ?? 0, scale) * height).toFixed(1)}`
  return runsOf(max)
    .filter(([from, to]) => to > from)
    .map(([from, to]) => {
      const there = Array.from({ length: to - from + 1 }, (_, n) => point(max, from + n))
      const back = Array.from({ length: to - from + 1 }, (_, n) => point(min, to - n))
      return `M${[...there, ...back].join('L')}z`
    })
    .join('')
}

/** How many empty slots between two values are usual: an agent that measures seldom leaves some. */
export function usualGap(values: Values): number {
  const gaps: number[] = []
  let last = -1
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (last >= 0) gaps.push(index - last - 1)
    last = index
  }
  gaps.sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}
