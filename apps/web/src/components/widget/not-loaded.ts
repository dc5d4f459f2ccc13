import { ApiError } from '#web/lib/api-error.ts'

/** A module that did not come: another try may bring it. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
}

const FIRST_MS = 15_000
const LONGEST_MS = 300_000

/** How long to wait before a failed module is tried again, after so many tries; null where it failed by itself. */
export function waitBeforeTry(error: Error, tries: number): number | null {
  const isAbsent = error instanceof NotLoaded || error instanceof ApiError
  return isAbsent ? Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) : null
}
