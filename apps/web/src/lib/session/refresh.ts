import { auth } from '@atalaya/contract/auth'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { send } from '#web/lib/calls/request.ts'
import { loseSession, readSession, storeTokens } from '#web/lib/session/session.ts'

const LOCK = 'auth-refresh'

/** Refreshes under way, by the refused token: the next session has one of its own. */
const running = new Map<string, Promise<boolean>>()

/** True if another tab has already stored a newer session than that of the refused token. */
const isReplaced = (refusedToken: string) => {
  const session = readSession()
  return session !== null && session.accessToken !== refusedToken
}

/** Only a refusal ends a session; a server that is away or busy does not. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

async function exchange(refusedToken: string): Promise<boolean> {
  if (isReplaced(refusedToken)) return true
  const refreshToken = readSession()?.refreshToken
  if (!refreshToken) {
    loseSession()
    return false
  }
  // The person may have signed out meanwhile. Without Web Locks another tab may have won the race: its tokens count.
  const hasChanged = () => readSession()?.accessToken !== refusedToken
  try {
    const tokens = await send(auth.refresh, { body: { refreshToken } })
    if (hasChanged()) return isReplaced(refusedToken)
    storeTokens(tokens)
    return true
  } catch (error) {
    if (hasChanged()) return isReplaced(refusedToken)
    if (!endsSession(error)) throw error
    loseSession()
    return false
  }
}

/**
 * Exchanges the refresh token once for all callers of this tab, and with Web Locks for all tabs. Plain HTTP on a LAN
 * has no locks; there the server accepts a spent token for a short time. False: the session is over and cleared.
 */
export function refresh(refusedAccessToken: string): Promise<boolean> {
  const refreshed =
    running.get(refusedAccessToken) ??
    withLock(() => exchange(refusedAccessToken)).finally(() => running.delete(refusedAccessToken))
  running.set(refusedAccessToken, refreshed)
  return refreshed
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
}
