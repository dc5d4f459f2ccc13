import { createAllowances } from './allowances.ts'
import type { Commit } from './commit.ts'
import { type Delivery, type OnReceipt, type Sender, type SentItem, toQueued } from './items.ts'
import type { MetricSets } from './metric-sets.ts'

/** Bounds of the queue. */
export const ingestSettings = {
  /** Maximum delay before queued items are stored. */
  commitMs: 50,
  /** Number of items after which a commit begins without delay, and about the most that one commit stores. */
  batchItems: 4000,
  /** Number of waiting items above which senders are paused. */
  waitingItems: 10_000,
  /**
   * Storage allowance of an agent: a burst larger than its backlog of an outage, and a hundred times its usual rate.
   */
  agentBurstBytes: 8 * 1024 * 1024,
  agentBytesPerSecond: 64 * 1024,
  /** Storage allowance of all agents of an account together: ten times what a thousand agents need. */
  accountBurstBytes: 256 * 1024 * 1024,
  accountBytesPerSecond: 512 * 1024,
}
export type IngestSettings = typeof ingestSettings

type Needs = { sets: MetricSets; commit: Commit; settings: IngestSettings; now: () => number }

/**
 * Queues items of agents and commits them in batches, off the event loop. An item may arrive several times, and is
 * stored exactly once.
 */
export function createIngest({ sets, commit, settings, now }: Needs) {
  let queue: Delivery[] = []
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  /** Resolves when half of the queue is free again. */
  let untilRoom = Promise.withResolvers<void>()
  const ofAgents = createAllowances(
    { burstBytes: settings.agentBurstBytes, bytesPerSecond: settings.agentBytesPerSecond },
    now,
  )
  const ofAccounts = createAllowances(
    { burstBytes: settings.accountBurstBytes, bytesPerSecond: settings.accountBytesPerSecond },
    now,
  )

  function schedule(): void {
    if (working) return
    if (waiting >= settings.batchItems) start()
    else timer ??= setTimeout(start, settings.commitMs)
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    working ??= commitBatch().finally(() => {
      working = null
      if (waiting > 0) schedule()
    })
  }

  function nextBatch(): Delivery[] {
    let items = 0
    let count = 0
    while (count < queue.length && items < settings.batchItems) items += queue[count++]?.items.length ?? 0
    const batch = queue.slice(0, count)
    queue = queue.slice(count)
    return batch
  }

  async function commitBatch(): Promise<void> {
    const batch = nextBatch()
    await commit(batch)
    for (const { items } of batch) waiting -= items.length
    if (waiting < settings.waitingItems / 2) {
      untilRoom.resolve()
      untilRoom = Promise.withResolvers()
    }
  }

  return {
    /**
     * Queues items of one agent. `onReceipt` is called once they are stored, with null if that failed. Items of one
     * `sender` object in one batch share a call.
     *
     * Returns null, or a promise to await before more is read from the agent: the queue is full, or the agent or its
     * account sends too much.
     */
    queue(sender: Sender, run: string, sent: SentItem[], onReceipt: OnReceipt): Promise<void> | null {
      const items = sent.map((item) => toQueued(item, sender, run, sets, now()))
      queue.push({ sender, items, onReceipt })
      waiting += items.length
      schedule()
      const bytes = items.reduce((sum, { bytes }) => sum + bytes, 0)
      const waitMs = Math.max(ofAgents.spend(sender.agentId, bytes), ofAccounts.spend(sender.ownerId, bytes))
      if (waiting >= settings.waitingItems) return untilRoom.promise
      return waitMs > 0 ? new Promise((resolve) => setTimeout(resolve, waitMs).unref()) : null
    },
    /** Delay, in ms, of an agent that sent too much, alone or with all others of its account. */
    waitMs: ({ agentId, ownerId }: Pick<Sender, 'agentId' | 'ownerId'>): number =>
      Math.max(ofAgents.waitMs(agentId), ofAccounts.waitMs(ownerId)),
    waiting: (): number => waiting,

    /** Stores all queued items. */
    async close(): Promise<void> {
      while (waiting > 0) {
        start()
        await working
      }
    },
  }
}
export type Ingest = ReturnType<typeof createIngest>
