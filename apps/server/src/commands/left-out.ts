import type { LeftOut } from '@atalaya/contract/commands'

/** Counts each reason, the most frequent first. */
export function countReasons(skipped: { reason: string }[]): LeftOut {
  const groups = Map.groupBy(skipped, ({ reason }) => reason)
  return [...groups].map(([reason, all]) => ({ reason, count: all.length })).sort((a, b) => b.count - a.count)
}
