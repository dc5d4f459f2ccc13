import { NoResultError } from 'kysely'
import { sqliteCodeOf, sqliteCodes } from './sqlite-codes.ts'

/** True if a statement failed because a row must be unique, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23505' || code === '2067' || code === '1555'
}

/** True if a statement failed because the row that it refers to is missing, in either database. */
export function isReferenceViolation(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23503' || code === '787'
}

/** True if a row was removed by somebody else: a statement did not find the row, or refers to it. */
export const isRemoved = (error: unknown): boolean => error instanceof NoResultError || isReferenceViolation(error)

/** True if PostgreSQL was given a NUL character, which it takes in no text. */
export const isNulRefused = (error: unknown): boolean => codeOf(error) === '22021'

/** True if a statement failed because of its data, in either database: a retry with the same data fails again. */
export function isDataRefused(error: unknown): boolean {
  const code = codeOf(error)
  // PostgreSQL's program limit, such as the size of an index entry, and its class of data exceptions.
  if (typeof code === 'string' && (code === '54000' || /^22[0-9A-Z]{3}$/.test(code))) return true
  const sqlite = sqliteCodeOf(error)
  return sqlite === sqliteCodes.toobig || sqlite === sqliteCodes.mismatch
}

/** True if PostgreSQL rolled this transaction back because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

/** True if a prepared statement of PostgreSQL is outdated: a column of its result has changed. */
export const isPlanOutdated = (error: unknown): boolean => codeOf(error) === '0A000'

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
