import { sqliteCodeOf, sqliteCodes } from './sqlite-codes.ts'

/**
 * Codes of temporary errors. PostgreSQL is away, starts, stops, lacks resources, or is a standby that takes no changes
 * yet. PostgreSQL or a pooler has ended a statement, a transaction or a connection for taking too long.
 */
const NODE_AND_POSTGRES_CODES = new Set([
  // Node: no connection, or a lost one.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // PostgreSQL: shutdown and start (57…), resources (53…), connection (08…).
  ...['57P01', '57P02', '57P03', '53000', '53100', '53200', '53300', '08000', '08001', '08003', '08006'],
  // PostgreSQL: standby (25006), time limits (25P03, 57014, 57P05). A pooler: refusals (08004, 08P01).
  ...['25006', '25P03', '57014', '57P05', '08004', '08P01'],
])
/** Messages of PostgreSQL's driver that have no code. */
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
]
/** Another program locks the file for too long, or the disk is full or broken. */
const SQLITE_CODES: ReadonlySet<number> = new Set([sqliteCodes.busy, sqliteCodes.ioerr, sqliteCodes.full])
/** Codes for a full disk: PostgreSQL's, and the operating system's. */
const FULL_CODES = new Set<unknown>(['53100', 'ENOSPC', 'EDQUOT'])

/** True if a statement failed because the database is unavailable for a while. A retry may work. */
export function isOutage(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (typeof code === 'string' && NODE_AND_POSTGRES_CODES.has(code)) return true
  const sqliteCode = sqliteCodeOf(error)
  if (sqliteCode !== null) return SQLITE_CODES.has(sqliteCode)
  return MESSAGES.some((start) => message.startsWith(start))
}

/** True if there was no room for the data. */
export const isDiskFull = (error: unknown): boolean =>
  FULL_CODES.has((error as { code?: unknown } | null)?.code) || sqliteCodeOf(error) === sqliteCodes.full
