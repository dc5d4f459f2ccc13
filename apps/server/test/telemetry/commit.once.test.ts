import { expect, test } from 'vitest'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createCommit } from '#server/telemetry/commit.ts'
import { type Delivery, type Receipt, type SentItem, toQueued } from '#server/telemetry/items.ts'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const diskIsFull: RunInTransaction<'telemetry'> = async () => {
  throw new Error('the disk is full')
}
const isStored: RunInTransaction<'telemetry'> = async <T>() => new Map() as T

/** A batch of two agents with a record each. A test decides its fate; receipts are listed in order. */
async function commitTwo(tx: RunInTransaction<'telemetry'>, { hasRoom = true, fails = '' } = {}) {
  const heard: string[] = []
  const withRecords = new Set<number>()
  const faults = createFaults((error) => heard.push(`fault: ${(error as Error).message}`))
  const sets = createMetricSets(
    async ({ names }) => ({ id: 1, names }),
    () => noon,
  )
  const happens = (what: string) => {
    if (what.startsWith(fails) && fails !== '') throw new Error(`${what} failed`)
    heard.push(what)
  }
  const delivery = (agentId: string, ref: number): Delivery => {
    const item: SentItem = { seq: 1, at: new Date(noon).toISOString(), dataType: 'note', data: agentId }
    const onReceipt = (receipt: Receipt | null) =>
      happens(`${agentId} hears ${receipt === null ? 'nothing stored' : JSON.stringify(receipt.acks)}`)
    return { sender: { agentId, ref, ownerId: 'ada' }, items: [toQueued(item, 'run-1', sets, noon)], onReceipt }
  }
  const publish = (batch: Delivery[]) => happens(`people hear of ${batch.length}`)
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
  return { heard, withRecords: [...withRecords] }
}

const acks = JSON.stringify([{ run: 'run-1', seq: 1 }])

test('a batch that is stored is told to its senders first, then to people', async () => {
  const { heard, withRecords } = await commitTwo(isStored)
  expect(heard).toEqual([`a hears ${acks}`, `b hears ${acks}`, 'people hear of 2'])
  expect(withRecords).toEqual([1, 2])
})

test('data that the database refuses is neither acknowledged nor announced', async () => {
  const { heard, withRecords } = await commitTwo(diskIsFull)
  expect(heard).toEqual(['fault: the disk is full', 'a hears nothing stored', 'b hears nothing stored'])
  expect(withRecords).toEqual([])
})

test('data without room is not acknowledged, and is no fault', async () => {
  const { heard, withRecords } = await commitTwo(isStored, { hasRoom: false })
  expect(heard).toEqual(['a hears nothing stored', 'b hears nothing stored'])
  expect(withRecords).toEqual([])
})

test.each([
  ['a sender', 'a hears', [`fault: a hears ${acks} failed`, `b hears ${acks}`, 'people hear of 2']],
  ['people', 'people', [`a hears ${acks}`, `b hears ${acks}`, 'fault: people hear of 2 failed']],
])('a failing report to %s keeps no other back', async (_whom, fails, expected) => {
  expect((await commitTwo(isStored, { fails })).heard).toEqual(expected)
})
