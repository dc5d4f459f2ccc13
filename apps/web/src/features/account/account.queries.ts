import { auth, type EditMe } from '@atalaya/contract/auth'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { setFactorMissing } from '#web/lib/session/missing-factor.ts'
import { storeUser } from '#web/lib/session/session.ts'
import { setPasswordTemporary } from '#web/lib/session/temporary-password.ts'

/** The signed-in account; each answer also updates the copy in the browser's storage. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(auth.me, {}, signal)
    storeUser(me.user)
    setPasswordTemporary(me.mustChangePassword ?? false)
    setFactorMissing(me.mustSetUpFactor ?? false)
    return me
  },
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(auth.sessions, {}, signal),
})

export const editProfile = mutationOptions({
  mutationFn: async (body: EditMe, { client }) => {
    const { user } = await call(auth.editMe, { body })
    storeUser(user)
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, user })
  },
  // Changing the e-mail ends the other sessions.
  meta: { success: 'Profile saved', error: false, refresh: sessionsQuery.queryKey },
})

export const changePassword = mutationOptions({
  mutationFn: async (body: { currentPassword: string; newPassword: string }, { client }) => {
    await call(auth.changePassword, { body })
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, mustChangePassword: undefined })
    // Removes requests that failed because of the temporary password, so that screens fetch them again.
    client.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    setPasswordTemporary(false)
  },
  meta: { success: 'Password changed. Your other sessions were ended.', error: false, refresh: sessionsQuery.queryKey },
})

export const endSession = mutationOptions({
  mutationFn: (id: string) => call(auth.endSession, { params: { id } }),
  meta: { success: 'Session ended', refresh: sessionsQuery.queryKey },
})

export const endOtherSessions = mutationOptions({
  mutationFn: () => call(auth.endOthers, {}),
  meta: { success: 'All other sessions ended', refresh: sessionsQuery.queryKey },
})
