import { ApiError } from '#web/lib/calls/api-error.ts'

/** A module that could not be loaded; a retry may succeed. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
}

const FIRST_WAIT_MS = 15_000
const WAIT_MAX_MS = 300_000

/** Wait before the next retry of a failed module; null if the module itself failed. */
export function waitBeforeTry(error: Error, tries: number): number | null {
  const mayRecover = error instanceof NotLoaded || error instanceof ApiError
  return mayRecover ? Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** tries) : null
}
