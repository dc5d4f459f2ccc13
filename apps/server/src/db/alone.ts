import { randomUUID } from 'node:crypto'
import { isPostgres } from './dialect.ts'
import { exchangeMeta } from './meta.ts'
import type { Db } from './schema.ts'

/** Length of a job's lease, in ms. Longer than the time between two runs of the most frequent job. */
const KEPT_MS = 90_000

/**
 * Does `work` unless another instance does, or has just done it; it must bear to meet another one. Answers whether it
 * was done here; never rejects.
 */
export type RunAlone = (job: string, work: () => Promise<void>) => Promise<boolean>

/**
 * Runs a job on one instance at a time, of several on one database. The one that runs it has a lease in the table
 * `meta`.
 */
export function createAlone(db: Db, onError: (error: unknown) => void, now: () => number): RunAlone {
  const holder = randomUUID()

  function isOthers(lease: string): boolean {
    const [owner, until] = lease.split(' ')
    const left = Number(until) - now()
    // Beyond any lease's end: a clock was wrong.
    return owner !== holder && left > 0 && left <= KEPT_MS
  }

  async function takeLease(key: string): Promise<boolean> {
    const value = `${holder} ${now() + KEPT_MS}`
    const before = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
    if (before && isOthers(before.value)) return false
    return exchangeMeta(db, key, value, before?.value ?? null)
  }

  return async (job, work) => {
    // A file of SQLite has one instance only.
    try {
      if (isPostgres(db) && !(await takeLease(`lease.${job}`))) return false
      await work()
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }
}
