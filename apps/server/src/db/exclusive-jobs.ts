import { randomUUID } from 'node:crypto'
import { isPostgres } from './dialect.ts'
import { exchangeMeta } from './meta.ts'
import type { Db } from './schema.ts'

/** Length of a job's lease, in ms. Longer than the time between two runs of the most frequent job. */
const LEASE_MS = 90_000

/**
 * Runs `work` unless another instance runs it, or has just run it. `work` must tolerate a concurrent run of itself.
 * Resolves to true if it ran here; never rejects.
 */
export type RunExclusive = (job: string, work: () => Promise<void>) => Promise<boolean>

/**
 * Runs a job on one instance at a time, if several share a database. The running instance has a lease in the table
 * `meta`.
 */
export function createExclusiveJobs(db: Db, onError: (error: unknown) => void, now: () => number): RunExclusive {
  const holder = randomUUID()

  function isHeldByOther(lease: string): boolean {
    const [owner, until] = lease.split(' ')
    const leftMs = Number(until) - now()
    // A lease with more time left than any lease gets was written by a wrong clock.
    return owner !== holder && leftMs > 0 && leftMs <= LEASE_MS
  }

  async function takeLease(key: string): Promise<boolean> {
    const value = `${holder} ${now() + LEASE_MS}`
    const stored = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
    if (stored && isHeldByOther(stored.value)) return false
    return exchangeMeta(db, key, value, stored?.value ?? null)
  }

  return async (job, work) => {
    try {
      // A SQLite file has one instance only, so it needs no lease.
      if (isPostgres(db) && !(await takeLease(`lease.${job}`))) return false
      await work()
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }
}
