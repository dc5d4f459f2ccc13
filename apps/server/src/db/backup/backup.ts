import type { Config } from '#server/config.ts'
import { migrationNames } from '#server/db/migrate.ts'
import { sqliteFile } from '#server/db/open.ts'
import { BackupError } from './backup-file.ts'
import { verifyBackup } from './read-backup.ts'
import { restorePostgres } from './restore-postgres.ts'
import { restoreSqlite } from './restore-sqlite.ts'
import { takeSnapshot } from './snapshot.ts'
import { writeBackup } from './write-backup.ts'

/** Size of a backup, as a share of its rows' size in the database. Telemetry needs a quarter, random data more. */
const BACKUP_SIZE_SHARE = 1 / 2

type Where = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

/**
 * Writes a consistent state of the database, without sessions, while the server runs.
 *
 * @returns the number of rows
 * @throws BackupError when the file exists, or there is no room for it
 */
export async function backUp(where: Where, file: string, now = new Date()): Promise<number> {
  const snapshot = await takeSnapshot(where)
  try {
    const about = { createdAt: now.toISOString(), migrations: snapshot.migrations }
    return await writeBackup(file, about, snapshot.tables(), snapshot.bytes * BACKUP_SIZE_SHARE)
  } finally {
    await snapshot.close()
  }
}

/**
 * Reads a backup as a restore does before it touches anything.
 * @returns when it was made and how many rows it holds
 * @throws BackupError for a damaged, foreign or newer file
 */
export async function checkBackup(file: string): Promise<{ createdAt: string; rows: number }> {
  const { createdAt, migrations, rows } = await verifyBackup(file)
  const knownMigrations = await migrationNames()
  if (migrations.some((name) => !knownMigrations.includes(name))) {
    throw new BackupError('The backup was written by a newer version of Atalaya; use that version or newer')
  }
  return { createdAt, rows }
}

/**
 * Replaces the present data by a backup of either database. Nothing is touched before the whole file was checked.
 * Afterwards everybody must sign in again.
 *
 * @returns the path of the old SQLite file, if there was one
 * @throws BackupError for a damaged, foreign or newer file, and while a server runs
 */
export async function restore(where: Where, file: string, now = new Date()): Promise<string | null> {
  await checkBackup(file)
  if (!where.DATABASE_URL) return restoreSqlite(sqliteFile(where), file, now)
  await restorePostgres(where.DATABASE_URL, file)
  return null
}
