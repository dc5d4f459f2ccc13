import { expect, test } from 'vitest'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createCommit } from '#server/telemetry/commit.ts'
import { type Delivery, type Receipt, type SentItem, toQueued } from '#server/telemetry/items.ts'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'
import { createStoredSets } from '#test/support/stored-sets.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const failingTx: RunInTransaction<'telemetry'> = async () => {
  throw new Error('the disk is full')
}
const storingTx: RunInTransaction<'telemetry'> = async <T>() => new Map() as T

/**
 * Commits a batch of two agents with one record each. Returns receipts and reports in order. A report that begins with
 * `fails` throws.
 */
async function commitTwo(tx: RunInTransaction<'telemetry'>, { hasRoom = true, fails = '' } = {}) {
  const received: string[] = []
  const withRecords = new Set<number>()
  const faults = createFaults((error) => received.push(`fault: ${(error as Error).message}`))
  const sets = createMetricSets(
    createStoredSets(),
    () => noon,
    () => {},
  )
  const report = (text: string) => {
    if (text.startsWith(fails) && fails !== '') throw new Error(`${text} failed`)
    received.push(text)
  }
  const delivery = (agentId: string, ref: number): Delivery => {
    const item: SentItem = { seq: 1, at: new Date(noon).toISOString(), dataType: 'note', data: agentId }
    const onReceipt = (receipt: Receipt | null) =>
      report(`${agentId} gets ${receipt === null ? 'nothing stored' : JSON.stringify(receipt.acks)}`)
    const sender = { agentId, ref, ownerId: 'ada' }
    return { sender, items: [toQueued(item, sender, 'run-1', sets, noon)], onReceipt }
  }
  const publish = (batch: Delivery[]) => report(`clients get ${batch.length}`)
  const commit = createCommit({
    tx,
    hasRoom: () => hasRoom,
    sets,
    withRecords,
    listeners: [publish],
    faults,
    now: () => noon,
  })
  await commit([delivery('a', 1), delivery('b', 2)])
  return { received, withRecords: [...withRecords] }
}

const acks = JSON.stringify([{ run: 'run-1', seq: 1 }])

test('a stored batch is acknowledged to its senders first, then sent to clients', async () => {
  const { received, withRecords } = await commitTwo(storingTx)
  expect(received).toEqual([`a gets ${acks}`, `b gets ${acks}`, 'clients get 2'])
  expect(withRecords).toEqual([1, 2])
})

test('data that the database refuses is neither acknowledged nor sent to clients', async () => {
  const { received, withRecords } = await commitTwo(failingTx)
  expect(received).toEqual(['fault: the disk is full', 'a gets nothing stored', 'b gets nothing stored'])
  expect(withRecords).toEqual([])
})

test('data without room on the disk is not acknowledged, and reports no fault', async () => {
  const { received, withRecords } = await commitTwo(storingTx, { hasRoom: false })
  expect(received).toEqual(['a gets nothing stored', 'b gets nothing stored'])
  expect(withRecords).toEqual([])
})

test.each([
  ['a sender', 'a gets', [`fault: a gets ${acks} failed`, `b gets ${acks}`, 'clients get 2']],
  ['clients', 'clients', [`a gets ${acks}`, `b gets ${acks}`, 'fault: clients get 2 failed']],
])('a failing report to %s does not stop the others', async (_whom, fails, expected) => {
  expect((await commitTwo(storingTx, { fails })).received).toEqual(expected)
})

test('many senders get their receipts over many turns', async () => {
  const turnCounter = countTurns()
  const turns = new Map<number, number>()
  const onReceipt = () => void turns.set(turnCounter.turn, (turns.get(turnCounter.turn) ?? 0) + 1)
  const sets = createMetricSets(
    createStoredSets(),
    () => noon,
    () => {},
  )
  const item: SentItem = { seq: 1, at: new Date(noon).toISOString(), dataType: 'note', data: 'noted' }
  const batch = Array.from({ length: 250 }, (_, ref) => {
    const sender = { agentId: `a${ref}`, ref, ownerId: 'ada' }
    return { sender, items: [toQueued(item, sender, 'run-1', sets, noon)], onReceipt }
  })
  const commit = createCommit({
    tx: storingTx,
    hasRoom: () => true,
    sets,
    withRecords: new Set(),
    listeners: [],
    faults: createFaults((error) => expect.unreachable(String(error))),
    now: () => noon,
  })
  await commit(batch)
  turnCounter.stop()
  expect([...turns.values()].reduce((sum, count) => sum + count, 0)).toBe(250)
  expect(Math.max(...turns.values())).toBeLessThanOrEqual(100)
})
