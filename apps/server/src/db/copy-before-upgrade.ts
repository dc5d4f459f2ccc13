import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { migrationNames } from './migrate.ts'
import { BUSY_TIMEOUT_MS } from './sqlite-file.ts'

/** Room for the copy, and as much again for the migration's own writes. */
const ROOM_FACTOR = 2
const PAGES_PER_BATCH = 10_000

/** Path of the copy from before the last upgrade. */
const copyPathOf = (file: string): string => `${file}.before-upgrade`

/**
 * Keeps a copy of a database before its migration; it replaces the copy from the previous upgrade. A failure never
 * stops an upgrade.
 *
 * @returns one line for the terminal; null if there is nothing to migrate
 */
export async function keepCopyBeforeUpgrade(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const db = new DatabaseSync(file)
  try {
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    if (!(await hasPendingMigrations(db))) return null
    if (!hasRoom(file)) return 'This is an upgrade, and the disk has no room for a copy of the previous database'
    await copy(db, copyPathOf(file))
    return `This is an upgrade; the previous database is kept as ${copyPathOf(file)}`
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return `This is an upgrade, and the previous database could not be kept: ${reason}`
  } finally {
    db.close()
  }
}

/** True if migrations are pending, and this version knows all that were carried out. */
async function hasPendingMigrations(db: DatabaseSync): Promise<boolean> {
  const isMigrated = db.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get() !== undefined
  if (!isMigrated) return false
  const done = db.prepare('select name from kysely_migration').all() as { name: string }[]
  const names = new Set(await migrationNames())
  return done.length > 0 && done.length < names.size && done.every(({ name }) => names.has(name))
}

function hasRoom(file: string): boolean {
  const { bavail, blocks, bsize } = statfsSync(dirname(file))
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  // Some file systems do not report their size.
  return blocks === 0 || bavail * bsize >= ROOM_FACTOR * (statSync(file).size + log)
}

/** The old copy stays until the new one is whole. */
async function copy(db: DatabaseSync, copyPath: string): Promise<void> {
  const part = `${copyPath}.part`
  rmSync(part, { force: true })
  closeSync(openSync(part, 'w', 0o600))
  try {
    await backup(db, part, { rate: PAGES_PER_BATCH })
    renameSync(part, copyPath)
  } finally {
    for (const file of [part, `${part}-wal`, `${part}-shm`, `${part}-journal`]) rmSync(file, { force: true })
  }
}
