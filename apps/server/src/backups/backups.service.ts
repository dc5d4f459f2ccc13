import { isDeepStrictEqual } from 'node:util'
import type { BackupSchedule } from '@atalaya/contract/backups'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Gauges } from '#server/operations/metrics.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { BackupState, BackupsRepo } from './backups.repo.ts'

/** Interval of the check for a due backup. Shorter than a job's lease, so that a long backup keeps it. */
export const backupSettings = { backupCheckEveryMs: 60_000 }
export type BackupSettings = typeof backupSettings

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
/** Time after which a failed backup is tried again. */
const RETRY_MS = 10 * MINUTE_MS
/** Minimum age of the newest backup before another can be requested: each new one removes the oldest. */
const REQUEST_AGE_MIN_MS = 10 * MINUTE_MS
/** Number of intervals without a backup after which administrators are warned. */
const LATE_INTERVALS = 2

const instantOf = (at: number) => new Date(at).toISOString()

const tooSoon = (leftMs: number) =>
  new AppError(
    'conflict',
    `The newest backup is less than ten minutes old; ask again in ${Math.ceil(leftMs / MINUTE_MS)} min`,
    { code: 'backups.too_soon' },
  )

type Needs = {
  repo: BackupsRepo
  tx: RunInTransaction<'audit' | 'backups'>
  folder: BackupFolder
  everyHours: number
  keep: number
  /** Writes a backup of this time into the file. */
  write: (file: string, at: number, signal: AbortSignal) => Promise<void>
  runExclusive: RunExclusive
  faults: Faults
  settings: BackupSettings
  now: () => number
}

/** Makes a backup every `everyHours` and removes the oldest, on one instance. All instances know the result. */
export async function createBackups(needs: Needs) {
  const { repo, tx, folder, everyHours, keep, write, runExclusive, faults, settings, now } = needs
  const stopping = new AbortController()
  let lastRead = await repo.read()
  let writing: Promise<void> | null = null

  const isDue = ({ lastAt, failure }: BackupState): boolean => {
    // Ignores a failure in the future, which was written by a wrong clock.
    const failedForMs = failure ? now() - failure.at : RETRY_MS
    if (failedForMs >= 0 && failedForMs < RETRY_MS) return false
    return lastAt === null || now() - lastAt >= everyHours * HOUR_MS
  }

  async function save(next: BackupState): Promise<void> {
    if (!isDeepStrictEqual(next, await repo.read())) await repo.write(next)
  }

  async function make(previous: BackupState): Promise<void> {
    const at = now()
    try {
      await write(folder.preparePath(at), at, stopping.signal)
      await folder.removeOldest(keep, at)
      await save({ lastAt: await folder.newest(at), failure: null })
    } catch (error) {
      if (stopping.signal.aborted) return
      faults.report('job', error)
      await save({ ...previous, failure: { at, reason: (error as Error).message } })
    }
  }

  /** Begins a backup if one is due or requested. The age is that of the files, so a removed backup is made again. */
  async function beginIfDue(): Promise<void> {
    if (writing) return
    const { failure } = await repo.read()
    const state = { lastAt: await folder.newest(now()), failure }
    await save(state)
    const request = await repo.findRequest()
    if ((!isDue(state) && request === null) || stopping.signal.aborted) return
    // The backup is not awaited, so that the next checks renew the lease.
    writing = make(state)
      .then(() => (request === null || stopping.signal.aborted ? undefined : repo.removeRequest(request)))
      .catch((error) => faults.report('job', error))
      .finally(() => {
        writing = null
      })
  }

  const job = repeat(faults, settings.backupCheckEveryMs, async () => {
    await runExclusive('backup', beginIfDue)
    lastRead = await repo.read()
  })

  const gauges: Gauges = {
    backup_age_seconds: {
      help: 'Age of the newest scheduled backup, infinite where there is none',
      read: () => (lastRead.lastAt === null ? Number.POSITIVE_INFINITY : (now() - lastRead.lastAt) / 1000),
    },
    backup_failed: { help: '1 if the last scheduled backup failed, else 0', read: () => (lastRead.failure ? 1 : 0) },
  }

  async function status(): Promise<BackupSchedule> {
    const { lastAt, failure } = await repo.read()
    const isLate = lastAt !== null && now() - lastAt > LATE_INTERVALS * everyHours * HOUR_MS
    return {
      everyHours,
      keep,
      isLate,
      isAsked: (await repo.findRequest()) !== null,
      lastAt: lastAt === null ? null : instantOf(lastAt),
      failure: failure && { at: instantOf(failure.at), reason: failure.reason },
    }
  }

  return {
    gauges,
    status,
    /** Requests a backup now from the instance that makes them. A second request changes nothing. */
    async ask(by: Caller): Promise<BackupSchedule> {
      const { lastAt } = await repo.read()
      const age = lastAt === null ? REQUEST_AGE_MIN_MS : now() - lastAt
      if (age >= 0 && age < REQUEST_AGE_MIN_MS) throw tooSoon(REQUEST_AGE_MIN_MS - age)
      await tx(async (repos) => {
        const at = now()
        if (!(await repos.backups.storeRequest(at))) return
        await repos.audit.insert(at, { action: 'server.backup_asked', by })
      })
      job.begin()
      return status()
    },
    /** Ends a running backup. The next one removes its unfinished file. */
    async stop(): Promise<void> {
      stopping.abort()
      await job.stop()
      await writing
    },
  }
}
export type Backups = Awaited<ReturnType<typeof createBackups>>
