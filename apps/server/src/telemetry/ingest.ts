import { randomUUID } from 'node:crypto'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import type { Item } from '@atalaya/contract/agent-protocol'
import type { AgentRecord } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import { METRICS_MAX } from '@atalaya/contract/telemetry'
import type { RunInTransaction } from '#server/db/repos.ts'
import { createAllowances } from './allowances.ts'
import type { MetricSet, MetricSets } from './metric-sets.ts'
import { instantOf, toRows } from './rows.ts'

/** Bounds of what waits to be stored. */
export const ingestSettings = {
  /** A batch is stored at least this often. */
  commitMs: 50,
  batchItems: 1000,
  /** Above it, senders are paused. */
  waitingItems: 10_000,
  /** More than an agent keeps while the server is away (fleet.md 6.5); afterwards a hundred times what one needs. */
  agentBurstBytes: 8 * 1024 * 1024,
  agentBytesPerSecond: 64 * 1024,
}
export type IngestSettings = typeof ingestSettings

/** Whose data it is. */
export type Source = { agentId: string; ref: number; ownerId: string }
/** Items whose run is null carry no number and are stored as often as they come. */
export type Incoming = Omit<Item, 'seq'> & { seq: number | null; recordId?: string; set?: MetricSet | undefined }
/** Everything of the run up to `seq` is stored. */
export type Ack = { run: string; seq: number }
/** Data of one owner that was just stored. */
export type Stored = { ownerId: string; samples: Sample[]; records: AgentRecord[] }

export type Waiting = { source: Source; run: string; items: Incoming[]; done: (acks: Ack[] | null) => void }
type Needs = {
  tx: RunInTransaction
  sets: MetricSets
  settings: IngestSettings
  /** Hears what was stored; absent listeners make it a no-op. */
  publish(stored: Stored[]): void
  wantsLive(): boolean
  onError(error: unknown): void
  now: () => number
}

/** What an item takes beside its data, about. */
const ITEM_BYTES = 100
const METRIC_BYTES = 10

/**
 * Takes what agents send, stores it in batches off the event loop and acknowledges after the commit: at least once from
 * the agent, exactly once in the table (design section 7).
 */
export function createIngest({ tx, sets, settings, publish, wantsLive, onError, now }: Needs) {
  let queue: Waiting[] = []
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  let room = Promise.withResolvers<void>()
  const allowances = createAllowances(settings, now)

  function schedule(): void {
    if (working) return
    if (waiting >= settings.batchItems) start()
    else timer ??= setTimeout(start, settings.commitMs)
  }

  function start(): void {
    clearTimeout(timer)
    timer = undefined
    working ??= commit().finally(() => {
      working = null
      if (waiting > 0) schedule()
    })
  }

  function takeBatch(): Waiting[] {
    let items = 0
    let count = 0
    while (count < queue.length && items < settings.batchItems) items += queue[count++]?.items.length ?? 0
    const taken = queue.slice(0, count)
    queue = queue.slice(count)
    return taken
  }

  async function commit(): Promise<void> {
    const batch = takeBatch()
    const isStored = await store(batch).then(
      () => true,
      (error) => {
        onError(error)
        return false
      },
    )
    for (const { items } of batch) waiting -= items.length
    for (const { done, acks } of receiptsOf(batch)) done(isStored ? acks : null)
    if (isStored && wantsLive()) publish(storedOf(batch, now()))
    if (waiting < settings.waitingItems / 2) {
      room.resolve()
      room = Promise.withResolvers()
    }
  }

  async function store(batch: Waiting[]): Promise<void> {
    const rows = await toRows(batch, sets, now())
    await tx((repos) => repos.telemetry.store(rows))
  }

  return {
    /**
     * Queues items of one agent; `done` hears what to acknowledge once they are stored, null when they could not be, and
     * once for all that one `source` object queued meanwhile.
     * Answers null, or where too much waits or the agent sends too much: what to await before it may go on.
     */
    push(source: Source, run: string, items: Incoming[], done: Waiting['done']): Promise<void> | null {
      for (const item of items) {
        if (item.data !== undefined) item.recordId = randomUUID()
        item.set = item.metrics && sets.find(item.dataType, item.metrics)
      }
      queue.push({ source, run, items, done })
      waiting += items.length
      schedule()
      const waitMs = allowances.spend(source.agentId, bytesOf(items))
      if (waiting >= settings.waitingItems) return room.promise
      return waitMs > 0 ? setTimeoutPromise(waitMs, undefined, { ref: false }) : null
    },
    /** For how many ms an agent that sent too much has to wait. */
    waitMs: allowances.waitMs,
    waiting: (): number => waiting,

    /** Stores everything that waits. */
    async close(): Promise<void> {
      while (waiting > 0) {
        start()
        await working
      }
    },
  }
}
export type Ingest = ReturnType<typeof createIngest>

function bytesOf(items: Incoming[]): number {
  let bytes = 0
  for (const { metrics, set, data } of items) {
    bytes += ITEM_BYTES
    if (metrics) bytes += (set?.names.length ?? METRICS_MAX) * METRIC_BYTES
    if (data !== undefined) bytes += JSON.stringify(data).length
  }
  return bytes
}

/** One receipt for all that came over a connection: a message each costs more than storing does. */
function receiptsOf(batch: Waiting[]): { done: Waiting['done']; acks: Ack[] }[] {
  const sources = new Map<Source, { done: Waiting['done']; last: Map<string, number> }>()
  for (const { source, run, items, done } of batch) {
    const receipt = sources.get(source) ?? { done, last: new Map() }
    sources.set(source, receipt)
    for (const { seq, run: of = run } of items) {
      if (seq !== null) receipt.last.set(of, Math.max(receipt.last.get(of) ?? 0, seq))
    }
  }
  return [...sources.values()].map(({ done, last }) => ({ done, acks: [...last].map(([run, seq]) => ({ run, seq })) }))
}

function storedOf(batch: Waiting[], now: number): Stored[] {
  const owners = new Map<string, Stored>()
  for (const { source, items } of batch) {
    const { agentId, ownerId } = source
    const stored = owners.get(ownerId) ?? { ownerId, samples: [], records: [] }
    owners.set(ownerId, stored)
    for (const item of items) {
      const { metrics, data, dataType, recordId, tags = [] } = item
      const createdAt = new Date(instantOf(item, now)).toISOString()
      if (metrics) stored.samples.push({ agentId, at: createdAt, metrics })
      if (recordId && data !== undefined) {
        stored.records.push({ _id: recordId, agentId, createdAt, dataType, tags, data: { data } })
      }
    }
  }
  return [...owners.values()]
}
