import { isDeepStrictEqual } from 'node:util'
import type { BackupSchedule } from '@atalaya/contract/backups'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunAlone } from '#server/db/alone.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Gauges } from '#server/operations/metrics.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { BackupState, BackupsRepo } from './backups.repo.ts'

/** Time between two looks for a due backup. Shorter than a job's lease, so that a long backup keeps it. */
export const backupSettings = { backupLookMs: 60_000 }
export type BackupSettings = typeof backupSettings

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
/** One that failed is tried again after this time. */
const RETRY_MS = 10 * MINUTE_MS
/** Minimum age of the newest before another can be requested: each new one removes the oldest. */
const ASKED_APART_MS = 10 * MINUTE_MS
/** An administrator is warned of a backup that should have been followed by two others. */
const LATE = 2

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
  alone: RunAlone
  faults: Faults
  settings: BackupSettings
  now: () => number
}

/** Makes a backup every `everyHours` and removes the oldest. One instance does, and all know its result. */
export async function createBackups(needs: Needs) {
  const { repo, tx, folder, everyHours, keep, write, alone, faults, settings, now } = needs
  const ending = new AbortController()
  let known = await repo.read()
  let writing: Promise<void> | null = null

  const isDue = ({ lastAt, failure }: BackupState): boolean => {
    // A failure of the future was written under a wrong clock.
    const failedFor = failure ? now() - failure.at : RETRY_MS
    if (failedFor >= 0 && failedFor < RETRY_MS) return false
    return lastAt === null || now() - lastAt >= everyHours * HOUR_MS
  }

  async function save(next: BackupState): Promise<void> {
    if (!isDeepStrictEqual(next, await repo.read())) await repo.write(next)
  }

  async function make(before: BackupState): Promise<void> {
    const at = now()
    try {
      await write(folder.place(at), at, ending.signal)
      await folder.keep(keep, at)
      await save({ lastAt: await folder.newest(at), failure: null })
    } catch (error) {
      if (ending.signal.aborted) return
      faults.report('job', error)
      await save({ ...before, failure: { at, reason: (error as Error).message } })
    }
  }

  /** Only the folder counts: a removed backup is made again. */
  async function look(): Promise<void> {
    if (writing) return
    const { failure } = await repo.read()
    const state = { lastAt: await folder.newest(now()), failure }
    await save(state)
    // The backup is not awaited: meanwhile the lease is renewed.
    const asked = await repo.asked()
    if ((!isDue(state) && asked === null) || ending.signal.aborted) return
    writing = make(state)
      .then(() => (asked === null || ending.signal.aborted ? undefined : repo.forgetAsked(asked)))
      .catch((error) => faults.report('job', error))
      .finally(() => {
        writing = null
      })
  }

  const job = repeat(faults, settings.backupLookMs, async () => {
    await alone('backup', look)
    known = await repo.read()
  })

  const gauges: Gauges = {
    backup_age_seconds: {
      help: 'Age of the newest scheduled backup, infinite where there is none',
      read: () => (known.lastAt === null ? Number.POSITIVE_INFINITY : (now() - known.lastAt) / 1000),
    },
    backup_failed: { help: '1 if the last scheduled backup failed, else 0', read: () => (known.failure ? 1 : 0) },
  }

  async function status(): Promise<BackupSchedule> {
    const { lastAt, failure } = await repo.read()
    const isLate = lastAt !== null && now() - lastAt > LATE * everyHours * HOUR_MS
    return {
      everyHours,
      keep,
      isLate,
      isAsked: (await repo.asked()) !== null,
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
      const age = lastAt === null ? ASKED_APART_MS : now() - lastAt
      if (age >= 0 && age < ASKED_APART_MS) throw tooSoon(ASKED_APART_MS - age)
      await tx(async (repos) => {
        const at = now()
        if (!(await repos.backups.ask(at))) return
        await repos.audit.insert(at, { action: 'server.backup_asked', by })
      })
      job.begin()
      return status()
    },
    /** Ends one that is being made; its beginning is removed by the next. */
    async stop(): Promise<void> {
      ending.abort()
      await job.stop()
      await writing
    },
  }
}
export type Backups = Awaited<ReturnType<typeof createBackups>>
