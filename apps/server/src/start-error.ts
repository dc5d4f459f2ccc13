import { ConfigError } from './config.ts'
import { NewerDatabaseError } from './db/migrate.ts'

const byCode: Record<string, string> = {
  EADDRINUSE: 'The port is taken; set PORT to another one',
  EADDRNOTAVAIL: 'This machine has no such address; check HOST',
  EACCES: 'No permission to write there; check DATA_DIR, or PORT if it is below 1024',
  EPERM: 'No permission to write there; check DATA_DIR',
  EROFS: 'The data folder is read-only; set DATA_DIR to another one',
  EEXIST: 'The data folder is a file; set DATA_DIR to a folder',
  ENOTDIR: 'The data folder lies under a file; set DATA_DIR to a folder',
  ENOSPC: 'The disk is full',
  ECONNREFUSED: 'The database or NATS does not answer; check DATABASE_URL and NATS_URL',
  ENOTFOUND: "The database's host is unknown; check DATABASE_URL",
  '28P01': 'The database refused the password; check DATABASE_URL',
  '3D000': 'There is no such database; create it or check DATABASE_URL',
}

/** One clear line for what a person can mend; everything else keeps its stack. */
export function explainStartError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof NewerDatabaseError) return error.message
  const { code = '', message, stack } = error as NodeJS.ErrnoException
  return byCode[code] ?? stack ?? message
}
