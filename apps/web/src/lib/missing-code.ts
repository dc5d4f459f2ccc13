import { knock } from '#web/lib/request.ts'

const MISSING = 'MissingCode'
const AGAIN_MS = 10_000

/** Says of a failure that a part of the program did not arrive. */
export function noteMissingCode(error: Error): void {
  error.name = MISSING
}

/** Whether something failed because a part of the program did not arrive. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && error.name === MISSING

/** After an upgrade an open tab asks for files that are gone: one reload brings the new ones, if the server is there. */
export async function reloadForNewVersion(): Promise<void> {
  const last = Number(sessionStorage.getItem('reloaded-at'))
  if (Date.now() - last < AGAIN_MS || !(await knock())) return
  sessionStorage.setItem('reloaded-at', String(Date.now()))
  window.location.reload()
}
