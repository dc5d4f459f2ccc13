/** One figure beside its limit, taken in alternating rounds of the same run. */
export type Measured = {
  what: string
  limit: string
  unit: string
  /** The least ratio of ours to the limit that is good enough; null where the figure only explains another. */
  goal: number | null
  rounds: { limit: number; ours: number }[]
}

/** The middle one; rounds are odd in number. */
function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const round = (value: number) => Math.round(value).toLocaleString('en')

/** A row of the table; the ratio is the median of the rounds' own ratios, with the worst and the best round. */
export function row({ what, limit, unit, goal, rounds }: Measured): string {
  const ratios = rounds.map(({ ours, limit: least }) => ours / least)
  const [ratio, worst, best] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((value) =>
    value.toFixed(2),
  )
  const ours = round(median(rounds.map((entry) => entry.ours)))
  const least = round(median(rounds.map((entry) => entry.limit)))
  return `| ${what} | ${ours} | ${least} (${limit}) | ${unit} | **${ratio}** (${worst} to ${best}) | ${goal ?? '–'} |`
}
