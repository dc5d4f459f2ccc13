import { expect, test } from 'vitest'
import type { QueuedItem, Receipt, Sender } from '#server/telemetry/items.ts'
import { receiptsOf } from '#server/telemetry/receipts.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const item = (seq: number, run = 'run-1'): QueuedItem => ({
  seq,
  run,
  at: noon + seq * 1000,
  isAhead: false,
  packed: null,
  loose: null,
  bytes: 100,
})

/** Receipts of one batch for each connection, by its name. */
function receiptsFor(batch: { name: string; sender: Sender; items: QueuedItem[] }[]) {
  const receipts: [name: string, receipt: Receipt | null][] = []
  const deliveries = batch.map(({ name, sender, items }) => ({
    sender,
    items,
    onReceipt: (receipt: Receipt | null) => void receipts.push([name, receipt]),
  }))
  for (const { onReceipt, receipt } of receiptsOf(deliveries, new Map())) onReceipt(receipt)
  return receipts
}
const connection = (): Sender => ({ agentId: 'a', ref: 1, ownerId: 'ada' })

test('an agent that reconnects during a batch gets a receipt on each connection', () => {
  const [old, fresh] = [connection(), connection()]
  const receipts = receiptsFor([
    { name: 'old', sender: old, items: [item(1), item(2)] },
    { name: 'new', sender: fresh, items: [item(1), item(2), item(3)] },
  ])
  expect(receipts).toEqual([
    ['old', { acks: [{ run: 'run-1', seq: 2 }], restarted: [] }],
    ['new', { acks: [{ run: 'run-1', seq: 3 }], restarted: [] }],
  ])
})

test('several frames of a connection get one receipt for each run', () => {
  const sender = connection()
  const receipts = receiptsFor([
    { name: 'only', sender, items: [item(8, 'run-0'), item(1)] },
    { name: 'only', sender, items: [item(2), item(3)] },
  ])
  const acks = [
    { run: 'run-0', seq: 8 },
    { run: 'run-1', seq: 3 },
  ]
  expect(receipts).toEqual([['only', { acks, restarted: [] }]])
})
