import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { endsSession, refresh } from '#web/lib/session/refresh.ts'
import { readSession } from '#web/lib/session/session.ts'

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

test('without a session there is nothing to refresh', async () => {
  expect(await refresh('access')).toBe(false)
})
