import { auth } from '@atalaya/contract/auth'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { clearSession, readSession } from '#web/lib/session.ts'

/** Ends the session here first and on the server if it can be reached; nothing of it stays in memory. */
export function signOut() {
  const refreshToken = readSession()?.refreshToken
  clearSession({ leave: true })
  queryClient.clear()
  if (refreshToken) call(auth.logout, { body: { refreshToken } }).catch(() => undefined)
}
