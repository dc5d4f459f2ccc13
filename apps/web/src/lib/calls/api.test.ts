import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { renderHook } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { call } from '#web/lib/calls/api.ts'
import { ApiError, withDefault } from '#web/lib/calls/api-error.ts'
import { isFactorMissing } from '#web/lib/session/missing-factor.ts'
import { useIdentityQuestion } from '#web/lib/session/reauth.ts'
import { readSession, signIn } from '#web/lib/session/session.ts'
import { hasTemporaryPassword } from '#web/lib/session/temporary-password.ts'
import { ada, bea, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const bearer = (request: Request) => request.headers.get('authorization')
const unauthorised = () => new ApiError(401, 'Unauthorized')

beforeEach(() => startSession())

test('a call sends the bearer token and returns the content of data', async () => {
  answerCall(users.get, ({ params }, request) => {
    expect(bearer(request)).toBe('Bearer access')
    return { users: { ...ada, _id: params.id } }
  })
  expect((await call(users.get, { params: { id: 'a/b' } })).users._id).toBe('a/b')
})

test('a public call skips the bearer token', async () => {
  answerCall(auth.login, (_input, request) => {
    expect(bearer(request)).toBeNull()
    return { tokens: { accessToken: 'a', refreshToken: 'r' }, user: ada }
  })
  await call(auth.login, { body: { username: 'ada', password: 'secret' } })
})

test('a 401 refreshes the token once, stores both tokens and repeats the call', async () => {
  let refreshes = 0
  answerCall(auth.refresh, ({ body }) => {
    refreshes += 1
    expect(body.refreshToken).toBe('refresh')
    return { accessToken: 'access2', refreshToken: 'refresh2' }
  })
  answerCall(auth.me, (_input, request) => {
    if (bearer(request) !== 'Bearer access2') throw unauthorised()
    return { user: ada }
  })
  const answers = await Promise.all([call(auth.me, {}), call(auth.me, {}), call(auth.me, {})])
  expect(answers).toHaveLength(3)
  expect(refreshes).toBe(1)
  expect(readSession()).toMatchObject({ accessToken: 'access2', refreshToken: 'refresh2' })
})

test('a refused refresh removes the three items of the session', async () => {
  answerCall(auth.me, () => {
    throw unauthorised()
  })
  answerCall(auth.refresh, () => {
    throw unauthorised()
  })
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  expect(Object.keys(localStorage)).toEqual([])
})

test('a call that is refused again after the refresh ends the session', async () => {
  answerCall(auth.me, () => {
    throw unauthorised()
  })
  answerCall(auth.refresh, () => ({ accessToken: 'access2', refreshToken: 'refresh2' }))
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  expect(readSession()).toBeNull()
})

test('a server that is away while refreshing does not end the session', async () => {
  answerCall(auth.me, () => {
    throw unauthorised()
  })
  server.use(http.post('*/auth/refresh', () => HttpResponse.error()))
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 0 })
  expect(readSession()?.refreshToken).toBe('refresh')
})

test('tokens that another tab has stored are used, and not refreshed again', async () => {
  answerCall(auth.me, (_input, request) => {
    if (bearer(request) === 'Bearer other-tab') return { user: ada }
    localStorage.setItem('auth_access_token', 'other-tab')
    throw unauthorised()
  })
  expect((await call(auth.me, {})).user.username).toBe('ada')
})

test('a tab whose refresh came too late keeps the session of the other tab', async () => {
  answerCall(auth.me, (_input, request) => {
    if (bearer(request) === 'Bearer winner') return { user: ada }
    throw unauthorised()
  })
  answerCall(auth.refresh, () => {
    localStorage.setItem('auth_access_token', 'winner')
    throw unauthorised()
  })
  expect((await call(auth.me, {})).user.username).toBe('ada')
  expect(readSession()?.accessToken).toBe('winner')
})

test('a call of one account is not repeated for another that signed in meanwhile', async () => {
  const callers: (string | null)[] = []
  answerCall(auth.me, (_input, request) => {
    callers.push(bearer(request))
    signIn({ tokens: { accessToken: 'next', refreshToken: 'next' }, user: bea })
    throw unauthorised()
  })
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  expect(callers).toEqual(['Bearer access'])
  expect(readSession()?.user).toEqual(bea)
})

test.each(['password_change_required', 'second_factor_setup_required', 'reauth_required'])(
  'a late answer %s to one account asks nothing of another that signed in meanwhile',
  async (code) => {
    let calls = 0
    answerCall(auth.me, () => {
      calls += 1
      signIn({ tokens: { accessToken: 'next', refreshToken: 'next' }, user: bea })
      throw new ApiError(403, 'No', { code })
    })
    const { result, unmount } = renderHook(useIdentityQuestion)
    onTestFinished(unmount)
    await expect(call(auth.me, {})).rejects.toMatchObject({ status: 403 })
    expect([hasTemporaryPassword(), isFactorMissing(), result.current, calls]).toEqual([false, false, false, 1])
  },
)

test('a late refusal does not end the session that began meanwhile', async () => {
  answerCall(auth.refresh, () => ({ accessToken: 'access2', refreshToken: 'refresh2' }))
  answerCall(auth.me, (_input, request) => {
    if (bearer(request) === 'Bearer access2')
      signIn({ tokens: { accessToken: 'next', refreshToken: 'next' }, user: bea })
    throw unauthorised()
  })
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 401 })
  expect(readSession()?.accessToken).toBe('next')
})

test.each([
  ['a response whose success flag is false', HttpResponse.json({ success: false, message: 'No room' }), 'No room'],
  ['an empty response', new HttpResponse(null, { status: 200, statusText: 'OK' }), 'El valor por defecto'],
  ['success: false without a message', HttpResponse.json({ success: false }), 'El valor por defecto'],
])("%s is a failure with the server's message if present, else the default", async (_sentence, response, message) => {
  server.use(http.get('*/auth/me', () => response))
  await expect(withDefault(call(auth.me, {}), 'El valor por defecto')).rejects.toMatchObject({ message })
})

test('a failure without a message is still reported', async () => {
  server.use(http.get('*/auth/me', () => new HttpResponse(null, { status: 200 })))
  await expect(call(auth.me, {})).rejects.toMatchObject({ message: 'Request failed' })
})

test('data is read from the root of a body without a data field', async () => {
  server.use(http.get('*/auth/me', () => HttpResponse.json({ success: true, user: ada })))
  expect((await call(auth.me, {})).user).toEqual(ada)
})

test('a 204 returns nothing', async () => {
  server.use(http.post('*/auth/logout', () => new HttpResponse(null, { status: 204 })))
  expect(await call(auth.logout, { body: { refreshToken: 'r' } })).toBeUndefined()
})

test('a server that cannot be reached is an error without a status', async () => {
  server.use(http.get('*/auth/me', () => HttpResponse.error()))
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 0, message: 'The server cannot be reached' })
})
