import type { LeftOut } from '@atalaya/contract/commands'

/** Counts each reason, the most frequent first. */
export function countReasons(skipped: { reason: string }[]): LeftOut {
  const groups = Map.groupBy(skipped, ({ reason }) => reason)
  return mostFrequentFirst([...groups].map(([reason, all]) => ({ reason, count: all.length })))
}

export const mostFrequentFirst = (counts: LeftOut): LeftOut => counts.toSorted((a, b) => b.count - a.count)
