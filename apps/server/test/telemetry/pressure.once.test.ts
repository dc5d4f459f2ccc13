import { expect, test } from 'vitest'
import { createIngest } from '#server/telemetry/ingest.ts'
import type { Delivery, SentItem } from '#server/telemetry/items.ts'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'
import { createStoredSets } from '#test/support/stored-sets.ts'

/** Longer than the tests: no batch is stored because of its age. */
const FAR_MS = 1_000_000
const unlimited = { agentBurstBytes: 1e9, agentBytesPerSecond: 1, accountBurstBytes: 1e9, accountBytesPerSecond: 1 }
const settings = {
  commitMs: FAR_MS,
  batchItems: 4,
  batchBytes: 4000,
  waitingItems: 10,
  waitingBytes: 10_000,
  ...unlimited,
}

/** An ingest that stores its batches on command of a test. */
function createHeldIngest() {
  const now = Date.now
  const sets = createMetricSets(createStoredSets(), now, () => {})
  const pendingCommits: (() => void)[] = []
  const stored: number[][] = []
  const commit = async (batch: Delivery[]) => {
    await new Promise<void>((resolve) => pendingCommits.push(resolve))
    stored.push(batch.flatMap(({ items }) => items.map(({ seq }) => seq ?? 0)))
  }
  const ingest = createIngest({ sets, commit, settings, now })
  const sender = { agentId: 'a', ref: 1, ownerId: 'ada' }
  let seq = 0
  return {
    ingest,
    stored,
    /**
     * Sends `count` items at once, with a record of `bytes` each. Returns null if the agent may send more, else a
     * promise that resolves when it may.
     */
    send(count: number, bytes?: number) {
      const content = bytes === undefined ? { metrics: { n: 1 } } : { data: 'x'.repeat(bytes) }
      const item = (): SentItem => ({ seq: ++seq, at: new Date().toISOString(), dataType: 'system', ...content })
      return ingest.queue(sender, 'run-1', Array.from({ length: count }, item), () => {})
    },
    async storeBatch() {
      const before = stored.length
      await expect.poll(() => pendingCommits.length).toBeGreaterThan(0)
      pendingCommits.shift()?.()
      await expect.poll(() => stored.length).toBe(before + 1)
    },
  }
}

test('storing of a batch begins at its minimum size, and not before', async () => {
  const { send, storeBatch, stored, ingest } = createHeldIngest()
  for (let n = 1; n < settings.batchItems; n++) send(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(ingest.waiting()).toBe(settings.batchItems - 1)
  send(1)
  await storeBatch()
  expect(stored).toEqual([[1, 2, 3, 4]])
  expect(ingest.waiting()).toBe(0)
})

test('a full queue makes an agent wait until half of it is stored, and nothing is lost', async () => {
  const { send, storeBatch, stored, ingest } = createHeldIngest()
  expect([send(4), send(4), send(1)]).toEqual([null, null, null])
  expect(ingest.waiting()).toBe(settings.waitingItems - 1)
  let mayGoOn = false
  const resumed = send(1)
  expect(resumed).not.toBeNull()
  const going = resumed?.then(() => {
    mayGoOn = true
  })
  // Items that come in spite of the request to wait are still stored.
  expect(send(1)).not.toBeNull()
  await storeBatch()
  expect([ingest.waiting(), mayGoOn]).toEqual([7, false])
  await storeBatch()
  await going
  expect(ingest.waiting()).toBe(3)
  expect(send(1)).toBeNull()
  await storeBatch()
  expect(stored.flat()).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
})

test('an agent waits again if the queue is full again', async () => {
  const { send, storeBatch } = createHeldIngest()
  const waited: number[] = []
  for (const round of [1, 2]) {
    const going = send(settings.waitingItems)?.then(() => waited.push(round))
    await new Promise((resolve) => setImmediate(resolve))
    expect(waited).toHaveLength(round - 1)
    await storeBatch()
    await going
    expect(waited).toHaveLength(round)
  }
})

test('closing waits until all queued items are stored, in any number of batches', async () => {
  const { send, storeBatch, stored, ingest } = createHeldIngest()
  for (const count of [4, 4, 2]) send(count)
  let isOver = false
  const closing = ingest.close().then(() => {
    isOver = true
  })
  for (const batches of [1, 2]) {
    await storeBatch()
    expect([stored.length, isOver]).toEqual([batches, false])
  }
  await storeBatch()
  await closing
  expect(stored.flat()).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
  expect(ingest.waiting()).toBe(0)
})

test('large items fill a batch by their bytes, and the next batch has the others', async () => {
  const { send, storeBatch, stored } = createHeldIngest()
  for (let n = 1; n <= 3; n++) send(1, 2500)
  await storeBatch()
  send(1, 2500)
  await storeBatch()
  expect(stored).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('a queue full of large items makes an agent wait until half of its bytes are stored', async () => {
  const { send, storeBatch, ingest } = createHeldIngest()
  expect([send(1, 4500), send(1, 4500)]).toEqual([null, null])
  let mayGoOn = false
  const going = send(1, 4500)?.then(() => {
    mayGoOn = true
  })
  await storeBatch()
  expect([ingest.waiting(), mayGoOn]).toEqual([2, false])
  await storeBatch()
  await going
  expect([ingest.waiting(), send(1, 10)]).toEqual([1, null])
})
