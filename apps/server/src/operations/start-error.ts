import { ConfigError } from '#server/config.ts'
import { NewerDatabaseError } from '#server/db/migrate.ts'

const byCode: Record<string, string> = {
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
  const { code = '', name, message, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken, perhaps by an Atalaya that already runs; set PORT to another one`
  if (name === 'AuthorizationError') {
    return 'NATS refused this instance; check NATS_CREDENTIALS, or user and password in NATS_URL'
  }
  return byCode[code] ?? stack ?? message
}
