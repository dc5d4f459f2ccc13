import { pingServer } from '#web/lib/calls/request.ts'

const MISSING = 'MissingCode'
const RELOAD_EVERY_MIN_MS = 10_000

/** Marks a failure as a part of the program that could not be loaded. */
export function markMissingCode(error: Error): void {
  error.name = MISSING
}

/** True if the failure was a part of the program that could not be loaded. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && error.name === MISSING

/**
 * Reloads once if the server answers. After an upgrade an open tab requests files that are gone; the reload brings the
 * new ones.
 */
export async function reloadForNewVersion(): Promise<void> {
  const sinceMs = Date.now() - Number(sessionStorage.getItem('reloaded-at'))
  // Negative once the clock was set back: the last reload is then of an unknown age.
  const wasJustNow = sinceMs >= 0 && sinceMs < RELOAD_EVERY_MIN_MS
  if (wasJustNow || !(await pingServer())) return
  sessionStorage.setItem('reloaded-at', String(Date.now()))
  window.location.reload()
}
