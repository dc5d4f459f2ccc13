import { NoResultError } from 'kysely'

/** Whether a statement failed because a row must be unique, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23505' || code === '2067' || code === '1555'
}

/** Whether a statement failed because the row that it refers to is not there, or no more, in either database. */
export function isReferenceViolation(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23503' || code === '787'
}

/** Whether a statement found no row where there was one, or one that refers to none: it has been removed meanwhile. */
export const isRemoved = (error: unknown): boolean => error instanceof NoResultError || isReferenceViolation(error)

/** Whether PostgreSQL was given a NUL character, which it takes in no text. */
export const isNulRefused = (error: unknown): boolean => codeOf(error) === '22021'

/** Whether PostgreSQL ended this transaction because it and another one waited for each other: nothing of it happened. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01'

/** Whether PostgreSQL can't carry out what it keeps prepared, since a column that it answers is another one now. */
export const isPlanOutdated = (error: unknown): boolean => codeOf(error) === '0A000'

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
