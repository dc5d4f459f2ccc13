import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '#server/db/open.ts'
import { BackupError } from './backup-file.ts'
import { load } from './load.ts'

const SQLITE_BUSY = 5

/**
 * Replaces a SQLite file by a backup, in one step at the end.
 * @returns the path of the old file; null if there was none
 * @throws BackupError while a server uses the file
 */
export async function restoreSqlite(file: string, backup: string, now: Date): Promise<string | null> {
  const newFile = `${file}.restoring`
  const removeNewFile = () => {
    rmSync(newFile, { force: true })
    removeLogs(newFile)
  }
  const current = existsSync(file) ? openExclusively(file) : null
  try {
    removeNewFile()
    const db = openSqlite(newFile)
    await load(db, backup).finally(() => db.destroy())
    if (!current) {
      // A log that a lost file has left would be read into this one.
      removeLogs(file)
      renameSync(newFile, file)
      return null
    }
    // Ends with a time such as 20260301T120000.
    const oldCopy = `${file}.${now
      .toISOString()
      .replace(/[^0-9T]/g, '')
      .slice(0, 15)}`
    linkSync(file, oldCopy)
    renameSync(newFile, file)
    return oldCopy
  } finally {
    removeNewFile()
    current?.close()
  }
}

/** Removes the files that SQLite keeps beside an open one. */
function removeLogs(file: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
}

/** Opens the file exclusively. Leaving WAL mode empties the log, and fails if there are other connections. */
function openExclusively(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma busy_timeout = 0')
    db.exec('pragma journal_mode = delete')
    db.exec('begin exclusive')
    return db
  } catch (error) {
    db.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new BackupError('Atalaya is running on these data; stop it first')
  }
}
