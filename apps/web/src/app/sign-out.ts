import { auth } from '@atalaya/contract/auth'
import { call } from '#web/lib/calls/api.ts'
import { setLeftProvider } from '#web/lib/session/end-session.ts'
import { clearSession, readSession } from '#web/lib/session/session.ts'

/** Ends the session locally first, then on the server if it is reachable; clears everything from memory. */
export function signOut() {
  const refreshToken = readSession()?.refreshToken
  clearSession({ leave: true })
  setLeftProvider(undefined)
  if (!refreshToken) return
  // A session from a provider is still signed in there.
  call(auth.logout, { body: { refreshToken } }).then(
    ({ provider }) => setLeftProvider(provider),
    () => undefined,
  )
}
