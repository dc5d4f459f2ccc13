import type { FastifyInstance } from 'fastify'
import { createBackupFolder } from '#server/backups/backup-folder.ts'
import { backupsRoutes } from '#server/backups/backups.routes.ts'
import { type BackupSettings, backupSettings, createBackups } from '#server/backups/backups.service.ts'
import type { Config } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { RunAlone } from '#server/db/alone.ts'
import { backUpInThread } from '#server/db/backup/backup-thread.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  config: Config
  repos: Pick<Repos, 'backups'>
  tx: RunInAnyTransaction
  alone: RunAlone
  faults: Faults
  times: Partial<BackupSettings>
  now: () => number
}

/** Composes the scheduled backups; without BACKUP_DIR there are none. */
export async function createScheduledBackups({ config, repos, tx, alone, faults, times, now }: Needs) {
  const { BACKUP_DIR, BACKUP_EVERY_HOURS: everyHours, BACKUP_KEEP: keep } = config
  const service =
    BACKUP_DIR === undefined
      ? null
      : await createBackups({
          repo: repos.backups,
          tx,
          everyHours,
          keep,
          alone,
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
