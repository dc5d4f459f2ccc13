import { auth } from '@atalaya/contract/auth'
import { ApiError } from '#web/lib/api-error.ts'
import { send } from '#web/lib/request.ts'
import { clearSession, readSession, storeTokens } from '#web/lib/session.ts'

const LOCK = 'auth-refresh'

let running: Promise<boolean> | undefined

/** Whether another tab already stored a session newer than the one whose access token was refused. */
const replaced = (refused: string) => {
  const session = readSession()
  return session !== null && session.accessToken !== refused
}

/** Only a refusal ends a session; a server that is away or busy does not. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

async function exchange(refused: string): Promise<boolean> {
  if (replaced(refused)) return true
  const refreshToken = readSession()?.refreshToken
  if (!refreshToken) {
    clearSession()
    return false
  }
  try {
    storeTokens(await send(auth.refresh, { body: { refreshToken } }))
    return true
  } catch (error) {
    // Without locks another tab may have won this very race: its tokens count, ours are spent.
    if (replaced(refused)) return true
    if (!endsSession(error)) throw error
    clearSession()
    return false
  }
}

/**
 * Exchanges the refresh token once for all callers of this tab, and, where the browser has locks, of all tabs
 * (plain HTTP on a LAN has none; the server's grace carries those). False means the session is over and cleared.
 */
export function refresh(refusedAccessToken: string): Promise<boolean> {
  running ??= locked(() => exchange(refusedAccessToken)).finally(() => {
    running = undefined
  })
  return running
}

function locked<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
}
