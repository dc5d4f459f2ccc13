import { expect } from 'vitest'
import { createHousekeeping } from '#server/auth/housekeeping.ts'
import { createRepos } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { Db } from '#server/db/schema.ts'

/** Days for which these tests keep the audit log and ended commands. */
export const RETENTION_DAYS = 30

const faults = createFaults((error) => expect.unreachable(String(error)))
/** Runs work without a lease. */
const runExclusive = (_job: string, work: () => Promise<void>) => work().then(() => true)

/** Runs the hourly housekeeping at the instant `now`. */
export const runHousekeepingAt = (db: Db, now: number): Promise<void> =>
  createHousekeeping({
    repos: createRepos(db),
    retentionDays: RETENTION_DAYS,
    runExclusive,
    faults,
    now: () => now,
  }).sweep()
