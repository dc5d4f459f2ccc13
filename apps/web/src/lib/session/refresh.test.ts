import { auth } from '@atalaya/contract/auth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { endsSession, refresh } from '#web/lib/session/refresh.ts'
import { clearSession, hasSignedOut, onSessionEnd, readSession, signIn } from '#web/lib/session/session.ts'
import { bea, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test.each([
  [400, true],
  [401, true],
  [403, true],
  [499, true],
  [429, false],
  [399, false],
  [500, false],
  [503, false],
])('a refresh that is answered with %i ends the session: %s', (status, ends) => {
  expect(endsSession(new ApiError(status, 'No'))).toBe(ends)
})

test('a refresh without an answer does not end the session', () => {
  expect(endsSession(new TypeError('Failed to fetch'))).toBe(false)
})

test('a session without a refresh token ends at once without a request', async () => {
  localStorage.setItem('auth_access_token', 'access')
  expect(await refresh('access')).toBe(false)
  expect(readSession()).toBeNull()
})

test('a late refusal after a sign-out leaves it a sign-out, and what the sign-in page has read', async () => {
  startSession()
  clearSession({ leave: true })
  const ends = vi.fn()
  onTestFinished(onSessionEnd(ends))
  expect(await refresh('access')).toBe(false)
  expect([hasSignedOut(), ends.mock.calls.length]).toEqual([true, 0])
})

test('without a session there is nothing to refresh', async () => {
  expect(await refresh('access')).toBe(false)
})

/** Begins a refresh that is answered on request. */
async function beginRefresh() {
  startSession()
  const answer = Promise.withResolvers<{ accessToken: string; refreshToken: string }>()
  let isAsked = false
  answerCall(auth.refresh, () => {
    isAsked = true
    return answer.promise
  })
  const refreshed = refresh('access')
  await expect.poll(() => isAsked).toBe(true)
  return { answer, refreshed }
}

const late = { accessToken: 'late', refreshToken: 'late' }
const unauthorised = new ApiError(401, 'Unauthorized')

test('a refresh that is answered after a sign-out does not sign in again', async () => {
  const { answer, refreshed } = await beginRefresh()
  clearSession({ leave: true })
  answer.resolve(late)
  expect(await refreshed).toBe(false)
  expect(readSession()).toBeNull()
})

test('a refresh that is refused after a sign-out leaves it a sign-out', async () => {
  const { answer, refreshed } = await beginRefresh()
  clearSession({ leave: true })
  answer.reject(unauthorised)
  expect(await refreshed).toBe(false)
  expect(hasSignedOut()).toBe(true)
})

test.each([
  ['answered', true],
  ['refused', false],
])('a refresh that is %s after another sign-in leaves that session alone', async (_how, isGranted) => {
  const { answer, refreshed } = await beginRefresh()
  clearSession({ leave: true })
  const tokens = { accessToken: 'next', refreshToken: 'next' }
  signIn({ tokens, user: bea })
  if (isGranted) answer.resolve(late)
  else answer.reject(unauthorised)
  await refreshed
  expect(readSession()).toEqual({ ...tokens, user: bea })
})

test('a refresh of the next session does not wait for that of the one before', async () => {
  const { answer, refreshed } = await beginRefresh()
  signIn({ tokens: { accessToken: 'next', refreshToken: 'next' }, user: bea })
  answerCall(auth.refresh, ({ body }) => ({ accessToken: `${body.refreshToken} 2`, refreshToken: 'next 2' }))
  expect(await refresh('next')).toBe(true)
  expect(readSession()?.accessToken).toBe('next 2')
  answer.resolve(late)
  await refreshed
  expect(readSession()?.accessToken).toBe('next 2')
})
