import type { Ack, Receive, Source, Waiting } from './incoming.ts'

/** One receipt for all that came over a connection: a message each costs more than storing does. */
export function receiptsOf(batch: Waiting[]): { done: Receive; acks: Ack[] }[] {
  const sources = new Map<Source, { done: Receive; last: Map<string, number> }>()
  for (const { source, items, done } of batch) {
    const receipt = sources.get(source) ?? { done, last: new Map() }
    sources.set(source, receipt)
    for (const { seq, run } of items) {
      if (seq !== null) receipt.last.set(run, Math.max(receipt.last.get(run) ?? 0, seq))
    }
  }
  return [...sources.values()].map(({ done, last }) => ({ done, acks: [...last].map(([run, seq]) => ({ run, seq })) }))
}
