/** One figure beside its limit, taken in alternating rounds of the same run. */
export type Measured = {
  what: string
  limit: string
  unit: string
  /** Minimum ratio of ours to the limit; null if the figure only explains another. */
  goal: number | null
  rounds: { limit: number; ours: number }[]
}

/** A figure and its maximum; `limit` is null if the figure only explains another. */
export type Figure = { name: string; value: number; limit: number | null; unit: string }

/** Milliseconds of processor time that a call takes on 1, 10 and 100 times the data. */
export type Growth = { call: string; database: string; rows: string; ms: number[] }

/** Median; for an even number of values, the upper of the two in the middle. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The ratio of a figure to its limit: the median of the rounds' own ratios, with the worst and the best round. */
export function ratioOf({ rounds }: Measured) {
  const ratios = rounds.map(({ ours, limit }) => ours / limit)
  return { ratio: median(ratios), worst: Math.min(...ratios), best: Math.max(...ratios) }
}

/** Growth of a call's time on ten times the data: the worse of both steps. */
export function growthOf({ ms }: Growth): number {
  return Math.max(...ms.slice(1).map((time, step) => time / (ms[step] ?? Number.NaN)))
}

/** Growth of n log n on ten times the data, from a thousand rows on. Anything below is better than log-linear. */
export const LOG_LINEAR = (10 * Math.log(10_000)) / Math.log(1000)

export const isMissed = {
  measured: (row: Measured) => row.goal !== null && ratioOf(row).ratio < row.goal,
  figure: ({ value, limit }: Figure) => limit !== null && !(value <= limit),
  growth: (row: Growth) => !(growthOf(row) < LOG_LINEAR),
}
