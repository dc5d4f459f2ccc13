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
  /**
   * The same in bytes: two seconds of 20,000 agents that send a kilobyte every ten seconds. Larger batches would hold
   * the database for too long.
   */
  batchBytes: 4 * 1024 * 1024,
  /** Number of waiting items above which senders are paused. */
  waitingItems: 10_000,
  /** The same in bytes: half a minute of 20,000 such agents. */
  waitingBytes: 64 * 1024 * 1024,
  /**
   * Storage allowance of an agent. The burst is larger than the backlog of an outage; the rate is a hundred times the
   * usual one.
   */
  agentBurstBytes: 8 * 1024 * 1024,
  agentBytesPerSecond: 64 * 1024,
  /** Storage allowance of all agents of an account together: ten times what a thousand agents need. */
  accountBurstBytes: 256 * 1024 * 1024,
  accountBytesPerSecond: 512 * 1024,
}
export type IngestSettings = typeof ingestSettings

type Size = { items: number; bytes: number }
type Queued = Delivery & { bytes: number }
type Needs = { sets: MetricSets; commit: Commit; settings: IngestSettings; now: () => number }

/**
 * Queues items of agents and commits them in batches, off the event loop. An item may arrive several times, and is
 * stored exactly once.
 */
export function createIngest({ sets, commit, settings, now }: Needs) {
  let queue: Queued[] = []
  const waiting: Size = { items: 0, bytes: 0 }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  /** Resolves when half of the queue is free again. */
  let untilRoom = Promise.withResolvers<void>()
  const agentAllowances = createAllowances(
    { burstBytes: settings.agentBurstBytes, bytesPerSecond: settings.agentBytesPerSecond },
    now,
  )
  const accountAllowances = createAllowances(
    { burstBytes: settings.accountBurstBytes, bytesPerSecond: settings.accountBytesPerSecond },
    now,
  )

  const fillsBatch = ({ items, bytes }: Size) => items >= settings.batchItems || bytes >= settings.batchBytes
  /** True if at least this fraction of the queue is taken. */
  const isTaken = (fraction: number) =>
    waiting.items >= fraction * settings.waitingItems || waiting.bytes >= fraction * settings.waitingBytes

  function schedule(): void {
    if (working) return
    if (fillsBatch(waiting)) start()
    else timer ??= setTimeout(start, settings.commitMs)
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    working ??= commitBatch().finally(() => {
      working = null
      if (waiting.items > 0) schedule()
    })
  }

  function nextBatch(): { batch: Queued[]; size: Size } {
    const size: Size = { items: 0, bytes: 0 }
    let count = 0
    while (count < queue.length && !fillsBatch(size)) add(size, queue[count++])
    const batch = queue.slice(0, count)
    queue = queue.slice(count)
    return { batch, size }
  }

  async function commitBatch(): Promise<void> {
    const { batch, size } = nextBatch()
    await commit(batch)
    waiting.items -= size.items
    waiting.bytes -= size.bytes
    if (isTaken(1 / 2)) return
    untilRoom.resolve()
    untilRoom = Promise.withResolvers()
  }

  return {
    /**
     * Queues items of one agent. `onReceipt` is called once they are stored, with null if that failed. Items of one
     * `sender` object in one batch share a call.
     *
     * Returns null, or a promise to await before more is read from the agent. The promise means that
     * the queue is full, or that the agent or its account sends too much.
     */
    queue(sender: Sender, run: string, sent: SentItem[], onReceipt: OnReceipt): Promise<void> | null {
      const items = sent.map((item) => toQueued(item, sender, run, sets, now()))
      const bytes = items.reduce((sum, { bytes }) => sum + bytes, 0)
      const queued = { sender, items, onReceipt, bytes }
      queue.push(queued)
      add(waiting, queued)
      schedule()
      const waitMs = Math.max(
        agentAllowances.spend(sender.agentId, bytes),
        accountAllowances.spend(sender.ownerId, bytes),
      )
      if (isTaken(1)) return untilRoom.promise
      return waitMs > 0 ? new Promise((resolve) => setTimeout(resolve, waitMs).unref()) : null
    },
    /** Delay, in ms, of an agent that sent too much, alone or with all others of its account. */
    waitMs: ({ agentId, ownerId }: Pick<Sender, 'agentId' | 'ownerId'>): number =>
      Math.max(agentAllowances.waitMs(agentId), accountAllowances.waitMs(ownerId)),
    waiting: (): number => waiting.items,

    /** Stores all queued items. */
    async close(): Promise<void> {
      while (waiting.items > 0) {
        start()
        await working
      }
    },
  }
}
export type Ingest = ReturnType<typeof createIngest>

function add(size: Size, queued: Queued | undefined): void {
  size.items += queued?.items.length ?? 0
  size.bytes += queued?.bytes ?? 0
}
