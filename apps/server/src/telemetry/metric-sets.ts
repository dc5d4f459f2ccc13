import { isDataRefused } from '#server/db/violations.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { MetricSetsRepo, SavedSet, StoredSet } from './metric-sets.repo.ts'
import { createSetAllowance, type Maker, type Requester } from './set-allowance.ts'
import { createSetCache } from './set-cache.ts'

/** Cached sets of all accounts together: one for each of 20,000 machines that all differ. */
const CACHED_MAX = 20_000
/** Time after which a set's last use is stored again. Longer unused sets are not in the cache. */
const USE_STORED_EVERY_MS = 24 * 3_600_000
/** Samples whose names are compared, and sets that are looked up, before the event loop does other work. */
const SAMPLES_PER_BATCH = 100
const KEYS_PER_BATCH = 100

/** Metrics of a packed sample, in order. Samples name their set and do not repeat the names. */
export type MetricSet = { id: number; names: string[] }

/** Metrics of a sample. Samples with the same data type and the same metrics share a set. */
type SampleMetrics = { ownerId: string; dataType: string; metrics: Record<string, number> }
/** A set with the last use that is stored. */
type KnownSet = { set: MetricSet; usedAt: number | null }
/** An unknown set. The `key` of each requester has the names in the order of its samples. */
type WantedSet = Pick<SavedSet, 'key' | 'dataType' | 'names'> & { requesters: Requester[] }
/** Sets to be stored, by key. `maker` is one of their agents, `row` the row that a set has. */
type SavedSets = Map<string, { set: WantedSet; maker: Requester; row: StoredSet | undefined }>
type MatchedSet = { dataType: string; names: string[]; known: KnownSet }

const isSame = (names: string[], others: string[]) =>
  names.length === others.length && names.every((name, n) => name === others[n])
const keyOf = (dataType: string, names: string[]) => `${dataType}\n${names.join(',')}`

/**
 * Cache of sets, which creates missing ones. An agent that keeps sending new names gets only a few sets an hour. An
 * account gets only a few beyond those of its agents.
 */
export function createMetricSets(repo: MetricSetsRepo, now: () => number, onError: (error: unknown) => void) {
  const cache = createSetCache<KnownSet>(CACHED_MAX)
  const allowance = createSetAllowance({ count: repo.count, now })
  /** Last result: agents of one kind all send the same names. */
  let last: MatchedSet | undefined

  /** True if the last use was stored less than a day ago. A time in the future was written by a wrong clock. */
  const hasRecentUse = ({ usedAt }: Pick<StoredSet, 'usedAt'>) =>
    usedAt !== null && usedAt <= now() && now() < usedAt + USE_STORED_EVERY_MS

  function findCached(ownerId: string, key: string): KnownSet | undefined {
    const known = cache.get(ownerId, key)
    return known && hasRecentUse(known) ? known : undefined
  }

  /** Sets that are not in the cache. Two orders of the same names (`a,b` and `b,a`) are one set. */
  async function findUnknown(samples: (SampleMetrics & Maker)[]): Promise<WantedSet[]> {
    const [bySentKey, bySortedKey] = [new Map<string, WantedSet>(), new Map<string, WantedSet>()]
    for await (const part of inParts(samples, SAMPLES_PER_BATCH)) {
      for (const { agentId, ownerId, dataType, metrics } of part) {
        const key = keyOf(dataType, Object.keys(metrics))
        if (findCached(ownerId, key) || !allowance.mayLookUp({ agentId, ownerId, key })) continue
        const wanted = bySentKey.get(key) ?? sortedSet(dataType, metrics)
        bySentKey.set(key, wanted)
        wanted.requesters.push({ agentId, ownerId, key })
      }
    }
    return [...bySortedKey.values()]

    function sortedSet(dataType: string, metrics: Record<string, number>): WantedSet {
      const names = Object.keys(metrics).sort()
      const key = keyOf(dataType, names)
      const wanted = bySortedKey.get(key) ?? { key, dataType, names, requesters: [] }
      bySortedKey.set(key, wanted)
      return wanted
    }
  }

  function remember({ names, requesters }: WantedSet, id: number, usedAt: number | null): void {
    const known = { set: { id, names }, usedAt }
    for (const { ownerId, key } of requesters) cache.set(ownerId, key, known)
  }

  /** Sets to store: those without a row that an agent may make, and those whose last use is long ago. */
  async function chooseSaved(wanted: WantedSet[], stored: ReadonlyMap<string, StoredSet>): Promise<SavedSets> {
    const saved: SavedSets = new Map()
    for (const set of wanted) {
      const row = stored.get(set.key)
      for (const maker of set.requesters) {
        if (!row && !(await allowance.take(maker))) continue
        saved.set(set.key, { set, maker, row })
        break
      }
    }
    return saved
  }

  async function save(saved: SavedSets): Promise<void> {
    const at = now()
    const rows = [...saved.values()].map(({ set, maker, row }) => ({
      ...set,
      rowKey: row?.rowKey,
      ownerId: maker.ownerId,
    }))
    for (const { id, key } of await repo.save(rows, at)) {
      const set = saved.get(key)?.set
      if (set) remember(set, id, at)
      saved.delete(key)
    }
  }

  /** Stores each set by itself. Refuses those that the database refuses for their data, unless they have a row. */
  async function saveOneByOne(saved: SavedSets): Promise<void> {
    for (const [key, one] of [...saved]) {
      await save(new Map([[key, one]])).catch((error) => {
        if (!isDataRefused(error)) throw error
        onError(error)
        if (one.row) remember(one.set, one.row.id, now())
        else for (const requester of one.set.requesters) allowance.refuse(requester)
      })
      saved.delete(key)
    }
  }

  /** Stores sets, except those whose data the database refuses. On another error the agents may make them again. */
  async function saveAll(saved: SavedSets): Promise<void> {
    try {
      await save(saved).catch((error) => {
        if (!isDataRefused(error)) throw error
        return saveOneByOne(saved)
      })
    } catch (error) {
      for (const { maker, row } of saved.values()) if (!row) allowance.giveBack(maker)
      throw error
    }
  }

  /** Finds sets, makes those that their agents may make, and stores that they are used. */
  async function resolve(wanted: WantedSet[]): Promise<void> {
    const stored = new Map((await repo.find(wanted.map(({ key }) => key))).map((row) => [row.key, row]))
    const unresolved: WantedSet[] = []
    for (const set of wanted) {
      const found = stored.get(set.key)
      if (found && hasRecentUse(found)) remember(set, found.id, found.usedAt)
      else unresolved.push(set)
    }
    const saved = await chooseSaved(unresolved, stored)
    if (saved.size > 0) await saveAll(saved)
  }

  return {
    /** Creates missing sets of these samples. Afterwards `find` finds all of them, except refused ones. */
    async prepare(samples: (SampleMetrics & Maker)[]): Promise<void> {
      for await (const part of inParts(await findUnknown(samples), KEYS_PER_BATCH)) await resolve(part)
    },

    find({ ownerId, dataType, metrics }: SampleMetrics): MetricSet | undefined {
      const names = Object.keys(metrics)
      if (last?.dataType === dataType && isSame(last.names, names) && hasRecentUse(last.known)) return last.known.set
      const known = findCached(ownerId, keyOf(dataType, names))
      if (known) last = { dataType, names, known }
      return known?.set
    },
  }
}
export type MetricSets = ReturnType<typeof createMetricSets>

/**
 * Numbers of a sample as JSON, in the order of its set. Finite numbers print as JSON does, so no serialiser is needed.
 */
export function pack(set: MetricSet, metrics: Record<string, number>): string {
  return `[${set.names.map((name) => metrics[name] ?? 'null').join()}]`
}

/** The metrics of a packed sample. */
export function unpack(names: string[], body: string): Record<string, number> {
  const values: (number | null)[] = JSON.parse(body)
  return Object.fromEntries(names.flatMap((name, n) => (typeof values[n] === 'number' ? [[name, values[n]]] : [])))
}
