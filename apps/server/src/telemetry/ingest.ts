import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { createAllowances } from './allowances.ts'
import { type Incoming, type Receive, type Source, toQueued, type Waiting } from './items.ts'
import type { MetricSets } from './metric-sets.ts'
import { receiptsOf, type Standing, type StandingOf } from './receipts.ts'
import { toRows } from './rows.ts'
import { type Stored, storedOf } from './stored.ts'

/** Bounds of what waits to be stored. */
export const ingestSettings = {
  /** A batch is stored at least this often. */
  commitMs: 50,
  batchItems: 4000,
  /** Above it, senders are paused. */
  waitingItems: 10_000,
  /** More than an agent keeps while the server is away; afterwards a hundred times what one needs. */
  agentBurstBytes: 8 * 1024 * 1024,
  agentBytesPerSecond: 64 * 1024,
}
export type IngestSettings = typeof ingestSettings

const nowhere = (): Standing => ({ seq: 0, newestAt: null })

type Needs = {
  tx: RunInTransaction
  sets: MetricSets
  settings: IngestSettings
  /** Hears what was stored; absent listeners make it a no-op. */
  publish(stored: Stored[]): void
  wantsLive(): boolean
  /** Takes the agents whose records were stored. */
  withRecords: Set<number>
  faults: Faults
  now: () => number
}

/**
 * Takes what agents send, stores it in batches off the event loop and acknowledges after the commit: at least once from
 * the agent, exactly once in the table.
 */
export function createIngest({ tx, sets, settings, publish, wantsLive, withRecords, faults, now }: Needs) {
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
    const standingOf = await store(batch).catch((error) => {
      faults.report('job', error)
      return null
    })
    for (const { items } of batch) waiting -= items.length
    for (const { done, receipt } of receiptsOf(batch, standingOf ?? nowhere)) {
      faults.contained('agent_socket', () => done(standingOf ? receipt : null))
    }
    if (standingOf && wantsLive()) faults.contained('job', () => publish(storedOf(batch)))
    if (waiting < settings.waitingItems / 2) {
      room.resolve()
      room = Promise.withResolvers()
    }
  }

  async function store(batch: Waiting[]): Promise<StandingOf> {
    const rows = await toRows(batch, sets, now())
    const standings = await tx((repos) => repos.telemetry.store(rows))
    for (const { ref } of rows.records) withRecords.add(ref)
    return (ref, run) => standings.get(`${ref} ${run}`) ?? nowhere()
  }

  return {
    /**
     * Queues items of one agent; `done` hears what to acknowledge once they are stored, null when they could not be, and
     * once for all that one `source` object queued meanwhile.
     * Answers null, or where too much waits or the agent sends too much: what to await before it may go on.
     */
    push(source: Source, run: string, incoming: Incoming[], done: Receive): Promise<void> | null {
      const items = incoming.map((item) => toQueued(item, run, sets, now()))
      queue.push({ source, items, done })
      waiting += items.length
      schedule()
      const waitMs = allowances.spend(
        source.agentId,
        items.reduce((sum, { bytes }) => sum + bytes, 0),
      )
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
