import { IndexError } from '@atalaya/contract/module-index'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { waitAfter } from '#server/net/back-off.ts'
import type { Outbound } from '#server/net/outbound.ts'
import { type FetchedIndex, fetchIndex, IndexAway } from './fetch-index.ts'
import type { Refresh, StoredIndex } from './indexes.repo.ts'
import { judgeIndex, OtherKey } from './judge-index.ts'
import { stopVersions } from './stop-versions.ts'

const HOUR_MS = 60 * 60_000
/** Interval between updates of a healthy index. */
export const POLL_EVERY_MS = HOUR_MS

type Needs = {
  tx: RunInTransaction<'audit' | 'indexes' | 'packages'>
  outbound: Outbound
  /** Called after versions were stopped or released. */
  onStopped: () => Promise<void>
  now: () => number
}

/** Record of a successful update. */
export const successfulRefresh = (etag: string | null, now: number): Refresh => ({
  etag,
  fault: null,
  otherKey: null,
  failures: 0,
  lookedAt: now,
  nextAt: now + POLL_EVERY_MS,
})

/** Updates a followed index: takes a newer one; or records the fault and keeps the last good one. */
export function createRefresh({ tx, outbound, onStopped, now }: Needs) {
  return async function refresh(known: StoredIndex): Promise<void> {
    const { address, etag } = known
    try {
      await store(known.id, await fetchIndex(outbound, { address, etag, now: now() }))
    } catch (error) {
      if (!(error instanceof IndexError)) throw error
      await tx((repos) => repos.indexes.saveRefresh(known.id, failedRefresh(known, error)))
    }
  }

  /** Stores a fetched index, judged by the present row: another instance or an administrator may have updated it. */
  async function store(id: string, fetched: FetchedIndex | null): Promise<void> {
    const hasStopped = await tx(async (repos) => {
      const { indexes } = repos
      const known = await indexes.lock(id)
      if (!known) return false
      const refresh = successfulRefresh(fetched ? fetched.etag : known.etag, now())
      if (!fetched || judgeIndex(known, fetched.index, now()) === 'same') {
        await indexes.saveRefresh(id, refresh)
        return false
      }
      await indexes.replace(id, fetched.index, refresh)
      return stopVersions(repos, known, fetched.index.kills, now())
    })
    if (hasStopped) await onStopped()
  }

  function failedRefresh(known: StoredIndex, error: IndexError): Refresh {
    const failures = known.failures + 1
    const wait = waitAfter(failures, POLL_EVERY_MS, error instanceof IndexAway ? error.retryAfterMs : 0)
    const otherKey = error instanceof OtherKey ? error.key : null
    // Keeps the ETag of the last good index, so that the refused one is fetched and refused again.
    return {
      etag: known.etag,
      fault: error.message,
      otherKey,
      failures,
      lookedAt: now(),
      nextAt: now() + Math.round(wait),
    }
  }
}
export type RefreshIndex = ReturnType<typeof createRefresh>
