import type { FastifyInstance } from 'fastify'
import { createBackupFolder } from '#server/backups/backup-folder.ts'
import { backupsRoutes } from '#server/backups/backups.routes.ts'
import { type BackupSettings, backupSettings, createBackups } from '#server/backups/backups.service.ts'
import type { Config } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import { backUpInThread } from '#server/db/backup/backup-thread.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  config: Config
  repos: Pick<Repos, 'backups'>
  tx: RunInAnyTransaction
  runExclusive: RunExclusive
  faults: Faults
  /** Intervals that tests shorten. */
  times: Partial<BackupSettings>
  now: () => number
}

/** Composes the scheduled backups; without BACKUP_DIR there are none. */
export async function createScheduledBackups({ config, repos, tx, runExclusive, faults, times, now }: Needs) {
  const { BACKUP_DIR, BACKUP_EVERY_HOURS: everyHours, BACKUP_KEEP: keep } = config
  const service =
    BACKUP_DIR === undefined
      ? null
      : await createBackups({
          repo: repos.backups,
          tx,
          everyHours,
          keep,
          runExclusive,
          faults,
          now,
          folder: createBackupFolder(BACKUP_DIR),
          write: (file, at, signal) => backUpInThread({ where: config, file, at }, signal),
          settings: { ...backupSettings, ...times },
        })
  return {
    gauges: service?.gauges ?? {},
    async routes(app: FastifyInstance): Promise<void> {
      app.addHook('preClose', async () => service?.stop())
      await app.register(backupsRoutes, { service })
    },
  }
}
