import { createHash } from 'node:crypto'
import { IndexError } from '@atalaya/contract/module-index'
import { type FollowedIndex, type FoundIndex, INDEXES_MAX } from '@atalaya/contract/module-indexes'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Outbound } from '#server/net/outbound.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { type FetchedIndex, fetchIndex, IndexAway } from './fetch-index.ts'
import type { IndexesRepo, StoredIndex } from './indexes.repo.ts'
import { refuseFuture } from './judge-index.ts'
import type { ReadIndex } from './read-index.ts'
import { type RefreshIndex, successfulRefresh } from './refresh.ts'
import { stopVersions } from './stop-versions.ts'

/** Limit of fetches by administrators: each reads up to 1 MiB in a thread. */
const lookRate = {
  name: 'module indexes',
  max: 30,
  windowMs: 60_000,
  code: 'modules.too_many',
  message: 'You have looked at indexes many times within a minute; try again in a minute',
}
const inTurn = createFairQueue({
  parallel: 1,
  waitingMax: 20,
  refusal: () =>
    new AppError('too_many', 'Many indexes are being read; try again in a moment', { retryAfterSeconds: 5 }),
})

type Needs = {
  repo: IndexesRepo
  tx: RunInTransaction<'audit' | 'credentials' | 'indexes' | 'packages' | 'sessions' | 'users'>
  outbound: Outbound
  refresh: RefreshIndex
  onStopped: () => Promise<void>
  limits: RateLimits
  now: () => number
}

/** Indexes that administrators follow: found by URL, trusted by key. */
export function createIndexesService({ repo, tx, outbound, refresh, onStopped, limits, now }: Needs) {
  /** Fetches an index for an administrator who waits for it. */
  async function fetchFor(by: Caller, address: string): Promise<FetchedIndex> {
    limits.spend(lookRate, by.userId)
    const request = { address, etag: null, ownerKey: by.userId, now: now() }
    const queueKey = { group: by.userId, member: '' }
    const fetched = await inTurn(queueKey, () => fetchIndex(outbound, request)).catch(explain)
    if (!fetched) throw new Error('The server answered 304 to a request without an ETag')
    try {
      refuseFuture(fetched.index, now())
    } catch (error) {
      explain(error)
    }
    return fetched
  }

  /** Fetches an index and requires the confirmed key. */
  async function fetchSigned(by: Caller, address: string, key: string): Promise<FetchedIndex> {
    const fetched = await fetchFor(by, address)
    if (fetched.index.key === key) return fetched
    throw new AppError('conflict', 'The index is signed with another key than the one that you have confirmed', {
      code: 'modules.other_key',
    })
  }

  async function indexOrNotFound(id: string): Promise<StoredIndex> {
    const index = await repo.find(id)
    if (!index) throw noSuchIndex()
    return index
  }

  return {
    list: async (): Promise<FollowedIndex[]> => (await repo.all()).map(toView),

    async find(by: Caller, address: string): Promise<FoundIndex> {
      return { address, ...summaryOf((await fetchFor(by, address)).index) }
    },

    async add(by: Caller, address: string, key: string): Promise<FollowedIndex> {
      const { index, etag } = await fetchSigned(by, address, key)
      const id = idOf(address)
      const hasStopped = await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        if ((await repos.indexes.lockAndCount()) >= INDEXES_MAX) {
          throw new AppError('conflict', `There are ${INDEXES_MAX} indexes; remove one first`)
        }
        await repos.indexes.insert(id, address, index, successfulRefresh(etag, now()))
        const target = { id, name: index.name }
        await repos.audit.insert(now(), { action: 'module.index_added', by, target, details: `${address} ${key}` })
        return stopVersions(repos, target, index.kills, now())
      }).catch(explainTaken)
      if (hasStopped) await onStopped()
      return toView(await indexOrNotFound(id))
    },

    async refresh(by: Caller, id: string): Promise<FollowedIndex> {
      limits.spend(lookRate, by.userId)
      const known = await indexOrNotFound(id)
      await inTurn({ group: by.userId, member: '' }, () => refresh(known))
      return toView(await indexOrNotFound(id))
    },

    /** Accepts another key of an index. Serial numbers begin again: the next index may have any. */
    async acceptKey(by: Caller, id: string, key: string): Promise<FollowedIndex> {
      const { address } = await indexOrNotFound(id)
      const { index, etag } = await fetchSigned(by, address, key)
      const hasStopped = await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const known = await repos.indexes.lock(id)
        if (!known) throw noSuchIndex()
        await repos.indexes.replace(id, index, successfulRefresh(etag, now()))
        const target = { id, name: index.name }
        const details = `${known.key} → ${key}`
        await repos.audit.insert(now(), { action: 'module.index_key_accepted', by, target, details })
        return stopVersions(repos, target, index.kills, now())
      })
      if (hasStopped) await onStopped()
      return toView(await indexOrNotFound(id))
    },

    async remove(by: Caller, id: string): Promise<void> {
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const known = await repos.indexes.lock(id)
        if (!known) throw noSuchIndex()
        await repos.indexes.remove(id)
        const target = { id, name: known.name }
        await repos.audit.insert(now(), { action: 'module.index_removed', by, target, details: known.address })
      })
    },
  }
}
export type IndexesService = ReturnType<typeof createIndexesService>

/** Id derived from the URL: an index that is removed and added again controls its modules again. */
const idOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 32)

const summaryOf = ({ key, name, serial, madeAt, rows }: ReadIndex) => ({
  key,
  name,
  serial,
  madeAt: new Date(madeAt).toISOString(),
  moduleCount: rows.length,
})

function toView({ id, madeAt, lookedAt, ...index }: StoredIndex): FollowedIndex {
  const { address, key, name, serial, moduleCount, fault, otherKey } = index
  return {
    _id: id,
    address,
    key,
    name,
    serial,
    moduleCount,
    fault,
    otherKey,
    madeAt: new Date(madeAt).toISOString(),
    lookedAt: new Date(lookedAt).toISOString(),
  }
}

function explain(error: unknown): never {
  if (!(error instanceof IndexError)) throw error
  if (error instanceof IndexAway) {
    throw new AppError('bad_gateway', error.message, { code: 'modules.index_away' })
  }
  throw new AppError('bad_request', error.message, { code: 'modules.index_refused' })
}

function explainTaken(error: unknown): never {
  throw isUniqueViolation(error) ? new AppError('conflict', 'This index is followed already') : error
}

const noSuchIndex = () => new AppError('not_found', 'There is no such index', { code: 'modules.no_index' })
