import { expect, test } from 'vitest'
import { type Delivery, type Receipt, type SentItem, toQueued } from '#server/telemetry/items.ts'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'
import { receiptsOf } from '#server/telemetry/receipts.ts'
import type { RetentionRepo } from '#server/telemetry/retention.repo.ts'
import { createSurplusRemoval } from '#server/telemetry/retention.ts'
import { toRows } from '#server/telemetry/rows.ts'
import { createStoredSets } from '#test/support/stored-sets.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000

const sets = createMetricSets(
  createStoredSets(),
  () => NOON,
  () => {},
)
const itemAt = (at: number, seq: number, run?: string): SentItem => ({
  seq,
  run,
  at: new Date(at).toISOString(),
  dataType: 'pump',
  metrics: { flow: 1 },
})

/** A batch of two agents whose runs have the same name. */
function batchOf(seqs: [one: number[], two: number[]]) {
  const receipts: (Receipt | null)[] = []
  const batch = seqs.map((numbers, n): Delivery => {
    const sender = { agentId: `agent ${n}`, ref: n + 1, ownerId: 'ada' }
    const items = numbers.map((seq) => toQueued(itemAt(NOON + seq, seq), sender, 'run-1', sets, NOON))
    return { sender, items, onReceipt: (receipt) => receipts.push(receipt) }
  })
  return { batch, receipts }
}

test('two agents whose runs have the same name are stored apart', async () => {
  const { batch } = batchOf([
    [1, 2],
    [1, 1, 5],
  ])
  const { samples, runs } = await toRows(batch, sets, NOON)
  expect(samples.map(({ ref, seq }) => [ref, seq])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 5],
  ])
  const shown = runs.map(({ ref, seq, lowest, isOutOfOrder }) => ({ ref, seq, lowest, isOutOfOrder }))
  expect(shown).toEqual([
    { ref: 1, seq: 2, lowest: 1, isOutOfOrder: false },
    { ref: 2, seq: 5, lowest: 1, isOutOfOrder: true },
  ])
})

test('two agents whose runs have the same name get receipts for their own progress', () => {
  const { batch, receipts } = batchOf([[3], [3]])
  const runStates = new Map([
    ['1 run-1', { seq: 3, newestAt: NOON + 3 }],
    ['2 run-1', { seq: 2, newestAt: NOON }],
  ])
  for (const { onReceipt, receipt } of receiptsOf(batch, runStates)) onReceipt(receipt)
  expect(receipts).toEqual([
    { acks: [{ run: 'run-1', seq: 3, dropped: 1 }], restarted: [] },
    { acks: [{ run: 'run-1', seq: 3 }], restarted: [] },
  ])
})

test.each([
  ['up to five minutes ahead', NOON + 5 * MINUTE, NOON + 5 * MINUTE, false],
  ['further ahead', NOON + 5 * MINUTE + 1, NOON, true],
  ['long ago', 0, 0, false],
])('a measurement %s is stored at its time, or at the time of the server', (_when, measured, at, isAhead) => {
  expect(toQueued(itemAt(measured, 1), { ownerId: 'ada' }, 'run-1', sets, NOON)).toMatchObject({
    at,
    isAhead,
    run: 'run-1',
  })
  expect(toQueued(itemAt(measured, 1, 'run-0'), { ownerId: 'ada' }, 'run-1', sets, NOON).run).toBe('run-0')
})

test('agents that store records during a removal are checked at the next one, also after a failure', async () => {
  const withRecords = new Set([1, 2])
  const checked: number[][] = []
  const errors: unknown[] = []
  const surplusRecords = async (refs: number[]) => {
    checked.push(refs)
    if (checked.length > 1) return []
    withRecords.add(3)
    throw new Error('The database is unavailable')
  }
  const repo = { surplusRecords } as unknown as RetentionRepo
  const removeSurplus = createSurplusRemoval({ repo, withRecords, onError: (error) => errors.push(error) })
  for (const _ of [1, 2, 3]) await removeSurplus()
  expect(checked).toEqual([[1, 2], [3]])
  expect(errors).toHaveLength(1)
})
