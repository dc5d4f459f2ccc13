import { expect, test } from 'vitest'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createCommit } from '#server/telemetry/commit.ts'
import { createIngest, ingestSettings } from '#server/telemetry/ingest.ts'
import type { Delivery, OnReceipt, Sender } from '#server/telemetry/items.ts'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'
import { createPublishQueue } from '#server/telemetry/publish-queue.ts'
import { createStoredSets } from '#test/support/stored-sets.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const storingTx: RunInTransaction<'telemetry'> = async <T>() => new Map() as T
const MB = 1024 * 1024

/** A queue that publishes its next batch when the test lets it. `published` has the numbers of published items. */
function createHeldQueue() {
  const pending: PromiseWithResolvers<void>[] = []
  const published: number[] = []
  const errors: unknown[] = []
  /** Users of each `resync` event. */
  const resynced: string[][] = []
  const publish = async (batch: Delivery[]) => {
    const release = Promise.withResolvers<void>()
    pending.push(release)
    await release.promise
    published.push(...batch.flatMap(({ items }) => items.map(({ seq }) => seq ?? 0)))
  }
  const queue = createPublishQueue({
    publish,
    live: { emit: (_event, { userIds = [] }) => void resynced.push([...userIds]) },
    onError: (error) => errors.push(error),
  })
  return {
    queue,
    published,
    errors,
    resynced,
    next: () => pending.shift(),
    async releaseAll(): Promise<void> {
      const closing = queue.close().then(() => true)
      const isOver = () => Promise.race([closing, new Promise((resolve) => setImmediate(resolve, false))])
      while (!(await isOver())) pending.shift()?.resolve()
    },
  }
}

const sender: Sender = { agentId: 'a', ref: 1, ownerId: 'ada' }
/** A batch of one item, of this size. */
const batchOf = (seq: number, bytes: number): Delivery[] => [
  { sender, items: [{ seq, run: '', at: noon, isAhead: false, packed: null, loose: null, bytes }], onReceipt() {} },
]

test('agents get receipts while an earlier batch is still being published, and batches are published in order', async () => {
  const { queue, published, releaseAll } = createHeldQueue()
  const faults = createFaults((error) => expect.unreachable(String(error)))
  const now = () => noon
  const sets = createMetricSets(createStoredSets(), now, () => {})
  const commit = createCommit({
    tx: storingTx,
    hasRoom: () => true,
    sets,
    withRecords: new Set(),
    listeners: [queue.add],
    faults,
    now,
  })
  const ingest = createIngest({ sets, commit, settings: { ...ingestSettings, batchItems: 1 }, now })
  const received: number[] = []
  const onReceipt: OnReceipt = (receipt) => received.push(receipt?.acks[0]?.seq ?? 0)
  for (const seq of [1, 2, 3]) {
    ingest.queue(sender, 'run-1', [{ seq, at: new Date(noon).toISOString(), dataType: 'note', data: 'x' }], onReceipt)
  }
  await expect.poll(() => received).toEqual([1, 2, 3])
  await ingest.close()
  expect(published).toEqual([])
  await releaseAll()
  expect(published).toEqual([1, 2, 3])
})

test('of more batches than may wait the newest are published, and a single one of any size; screens read the others', async () => {
  const { queue, published, resynced, releaseAll } = createHeldQueue()
  for (let seq = 1; seq <= 8; seq++) queue.add(batchOf(seq, 4 * MB))
  await releaseAll()
  // The first one was being published when the others came.
  expect(published).toEqual([1, 5, 6, 7, 8])
  expect(resynced).toEqual([['ada']])
  for (const seq of [9, 10, 11]) queue.add(batchOf(seq, 20 * MB))
  await releaseAll()
  expect(published.slice(5)).toEqual([9, 11])
})

test('a batch that can not be published is reported, and the next ones are published', async () => {
  const { queue, published, errors, resynced, next, releaseAll } = createHeldQueue()
  for (const seq of [1, 2]) queue.add(batchOf(seq, 1))
  next()?.reject(new Error('The bus is away'))
  await releaseAll()
  expect([published, errors, resynced]).toEqual([[2], [new Error('The bus is away')], [['ada']]])
  queue.add(batchOf(3, 1))
  await releaseAll()
  expect(published).toEqual([2, 3])
  expect(resynced).toHaveLength(1)
})
