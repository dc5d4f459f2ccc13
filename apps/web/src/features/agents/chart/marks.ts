/** Something that happened at an instant, ms, and what it was in a few words. */
export type ChartMark = { key: string; at: number; text: string }

/** What happened about when the cursor points at; nothing without a cursor. */
export const marksAt = (marks: readonly ChartMark[], cursor: number | null, step: number): ChartMark[] =>
  cursor === null ? [] : marks.filter(({ at }) => Math.abs(at - cursor) <= step)

/** What happened within a time, both ends included. */
export const within = (marks: readonly ChartMark[], { from, to }: { from: number; to: number }): ChartMark[] =>
  marks.filter(({ at }) => at >= from && at <= to)
