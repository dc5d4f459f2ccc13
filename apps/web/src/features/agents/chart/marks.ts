/** Event at an instant (`at`, in ms), with a short description. */
export type ChartMark = { key: string; at: number; text: string }

/** Marks within one step of the cursor; none without a cursor. */
export const marksAt = (marks: readonly ChartMark[], cursor: number | null, step: number): ChartMark[] =>
  cursor === null ? [] : marks.filter(({ at }) => Math.abs(at - cursor) <= step)

/** Marks within a time range, both ends included. */
export const marksWithin = (marks: readonly ChartMark[], { from, to }: { from: number; to: number }): ChartMark[] =>
  marks.filter(({ at }) => at >= from && at <= to)
