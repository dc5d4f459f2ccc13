import { statfsSync } from 'node:fs'
import { ConfigError } from '#server/config.ts'
import { isDiskFull } from '#server/db/outage.ts'
import { sqliteCodeOf, sqliteCodes } from '#server/db/sqlite-codes.ts'
import { StartError } from '#server/domain/errors.ts'
import { faultInOneLine } from '#server/domain/one-line.ts'

type SystemError = NodeJS.ErrnoException & { port?: number }

const NO_HOST = 'HOST is no name or address of this machine; check it'

/** Explanations by the error codes of Node and PostgreSQL. */
const byCode: Record<string, string> = {
  ENOTFOUND: NO_HOST,
  EAI_AGAIN: NO_HOST,
  EINVAL: NO_HOST,
  EADDRNOTAVAIL: 'This machine has no such address; check HOST',
  ENOENT: 'No folder can be made there; check DATA_DIR',
  EACCES: 'No permission to write there; check DATA_DIR, or PORT if it is below 1024',
  EPERM: 'No permission to write there; check DATA_DIR',
  EROFS: 'The data folder is read-only; set DATA_DIR to another one',
  EEXIST: 'The data folder is a file; set DATA_DIR to a folder',
  ENOTDIR: 'The data folder lies under a file; set DATA_DIR to a folder',
  EISDIR: 'There is a folder where a file of the data folder should be; check DATA_DIR',
  EMFILE: 'Too many files are open; raise the limit (ulimit -n)',
  EIO: 'The disk of the data folder fails; check it, and restore a backup on another one',
  '28P01': 'The database refused the password; check DATABASE_URL',
  '28000': 'The database lets this user not in; check DATABASE_URL and its pg_hba.conf',
  '3D000': 'There is no such database; create it or check DATABASE_URL',
  '42501': 'The user of DATABASE_URL may not make tables there; grant it the right to create in its schema',
  '42P07': 'The database holds tables of another program; make an empty one and set DATABASE_URL to it',
  '53300': 'The database has no connection left; raise its max_connections',
  '57P03': 'The database is just starting or stopping; try again in a moment',
}
const bySqliteCode: Record<number, string> = {
  [sqliteCodes.busy]: 'The database in the data folder is locked by another program; end it',
  [sqliteCodes.readonly]: 'The data folder is read-only; set DATA_DIR to another one',
  [sqliteCodes.ioerr]: 'The disk of the data folder can not be written; check it, or set DATA_DIR to another one',
  [sqliteCodes.cantopen]: 'No permission to write there; check DATA_DIR',
}
const FULL = 'The disk of the data folder is full; make room on it, or set DATA_DIR to another one'
/** Minimum free space: with less, even files beside the database can't be written. */
const FULL_BYTES = 1024 * 1024

/** Explains an error in one clear line; an unforeseen one also names the place of its throw. */
export function explainStartError(error: unknown, folder?: string): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  const { code = '', message, stack = '', port } = error as SystemError
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by an Atalaya that already runs; set PORT to another one`
  }
  const sqlite = sqliteCodeOf(error)
  if (isDiskFull(error) || (sqlite !== null && folder !== undefined && isFull(folder))) return FULL
  return (sqlite === null ? byCode[code] : bySqliteCode[sqlite]) ?? faultInOneLine({ message, stack })
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < FULL_BYTES
  } catch {
    return false
  }
}
