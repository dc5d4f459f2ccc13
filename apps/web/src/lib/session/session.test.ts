import { act, renderHook } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { showFormats, useFormats } from '#web/lib/formats.ts'
import { isFactorMissing, setFactorMissing } from '#web/lib/session/missing-factor.ts'
import { confirmIdentity } from '#web/lib/session/reauth.ts'
import {
  clearSession,
  hasSignedOut,
  isAdmin,
  readSession,
  signIn,
  storeTokens,
  storeUser,
  useSession,
} from '#web/lib/session/session.ts'
import { hasTemporaryPassword, setPasswordTemporary } from '#web/lib/session/temporary-password.ts'
import { ada, bea } from '#web/testing/render.tsx'

test('the session is stored in three items', () => {
  signIn({ tokens: { accessToken: 'a', refreshToken: 'r' }, user: ada })
  expect({ ...localStorage }).toEqual({
    auth_access_token: 'a',
    auth_refresh_token: 'r',
    auth_user: JSON.stringify(ada),
  })
  clearSession()
  expect(localStorage).toHaveLength(0)
})

test.each([
  ['a sign-in', () => signIn({ tokens: { accessToken: 'new', refreshToken: 'new' }, user: bea })],
  ['a refresh', () => storeTokens({ accessToken: 'new', refreshToken: 'new' })],
])(
  '%s is stored so that another tab never reads a new access token together with old values of the other items',
  (what, store) => {
    signIn({ tokens: { accessToken: 'old', refreshToken: 'old' }, user: ada })
    const found: ReturnType<typeof readSession>[] = []
    const write = Storage.prototype.setItem
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      write.call(this, key, value)
      found.push(readSession())
    })
    store()
    spy.mockRestore()
    const user = what === 'a sign-in' ? bea : ada
    expect(found.at(-1)).toEqual({ accessToken: 'new', refreshToken: 'new', user })
    // Between two accounts there is no session: a tab would make calls as the one and show the other.
    const between = what === 'a sign-in' ? undefined : 'old'
    expect(found.slice(0, -1).map((session) => session?.accessToken)).toEqual(found.slice(1).map(() => between))
  },
)

test.each(['{', 'null', '[]', '{"name":7}', JSON.stringify({ ...ada, role: null })])(
  'a damaged user item does not end the session: %s',
  (kept) => {
    localStorage.setItem('auth_access_token', 'a')
    localStorage.setItem('auth_user', kept)
    expect(readSession()).toEqual({ accessToken: 'a', refreshToken: '', user: null })
  },
)

test.each([
  ['admin', true],
  ['ADMIN', true],
  ['user', false],
  ['superadmin', false],
])('"only when the role is admin, compared case-insensitively": %s', (role, admin) => {
  expect(isAdmin({ role: role as 'admin' })).toBe(admin)
})

describe('a component that shows the session', () => {
  const tokens = { accessToken: 'a', refreshToken: 'r' }
  /** Text on screen, and number of renders. */
  function renderSession() {
    let draws = 0
    const { result, unmount } = renderHook(() => {
      draws += 1
      return useSession()
    })
    onTestFinished(unmount)
    return { now: () => result.current, draws: () => draws }
  }

  test('is updated when the session begins, changes and ends', () => {
    clearSession()
    const { now } = renderSession()
    expect(now()).toBeNull()
    act(() => signIn({ tokens, user: ada }))
    expect(now()).toEqual({ ...tokens, user: ada })
    act(() => storeTokens({ accessToken: 'a2', refreshToken: 'r2' }))
    expect(now()).toEqual({ accessToken: 'a2', refreshToken: 'r2', user: ada })
    act(() => storeUser({ ...ada, name: 'Augusta' }))
    expect(now()?.user?.name).toBe('Augusta')
    act(() => clearSession())
    expect(now()).toBeNull()
  })

  test('is not updated for an equal account, or if nobody is signed in', () => {
    signIn({ tokens, user: ada })
    const { draws } = renderSession()
    act(() => storeUser(ada))
    expect(draws()).toBe(1)
    act(() => clearSession())
    act(() => storeUser(ada))
    expect(localStorage).toHaveLength(0)
  })

  test.each([[null], ['auth_access_token'], ['auth_refresh_token'], ['auth_user']])(
    'is updated with the session that another tab stores (%s)',
    (key) => {
      signIn({ tokens, user: ada })
      const { now } = renderSession()
      localStorage.setItem('auth_access_token', 'of another tab')
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
      expect(now()?.accessToken).toBe('of another tab')
    },
  )

  test('is not rendered again for another key of the storage', () => {
    signIn({ tokens, user: ada })
    const { draws } = renderSession()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })))
    expect(draws()).toBe(1)
  })
})

test('only a sign-out counts as leaving, not the end of a session or a new sign-in', () => {
  const begin = () => signIn({ tokens: { accessToken: 'a', refreshToken: 'r' }, user: ada })
  begin()
  clearSession()
  expect(hasSignedOut()).toBe(false)
  clearSession({ leave: true })
  expect(hasSignedOut()).toBe(true)
  begin()
  expect(hasSignedOut()).toBe(false)
})

test('a session knows until its end whether its password is temporary', () => {
  const session = { tokens: { accessToken: 'a', refreshToken: 'r' }, user: ada }
  signIn({ ...session, mustChangePassword: true })
  expect(hasTemporaryPassword()).toBe(true)
  clearSession()
  expect(hasTemporaryPassword()).toBe(false)
  signIn(session)
  expect(hasTemporaryPassword()).toBe(false)
})

test("a person's formats end with the session, so that nobody else sees them", () => {
  const { result, unmount } = renderHook(useFormats)
  onTestFinished(unmount)
  act(() => showFormats({ zone: 'Asia/Tokyo', hours: 24 }))
  expect(result.current).toEqual({ zone: 'Asia/Tokyo', hours: 24 })
  act(() => clearSession())
  expect(result.current).toEqual({})
})

test('an open question about the identity ends with the session, unconfirmed', async () => {
  signIn({ tokens: { accessToken: 'a', refreshToken: 'r' }, user: ada })
  const answer = confirmIdentity()
  clearSession()
  expect(await answer).toBe(false)
})

/** Stores as another tab does. Null ends the session. */
function storeInOtherTab(user: typeof ada | null) {
  if (user) {
    localStorage.setItem('auth_user', JSON.stringify(user))
    localStorage.setItem('auth_access_token', 'of another tab')
  } else localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_access_token' })))
}

const tokens = { accessToken: 'a', refreshToken: 'r' }

/** Signs in, and sets all that this tab holds for the account. */
function fillTab() {
  signIn({ tokens, user: ada })
  act(() => showFormats({ zone: 'Asia/Tokyo', hours: 24 }))
  setPasswordTemporary(true)
  setFactorMissing(true)
  const painted: unknown[] = []
  const onColours = ({ detail }: CustomEventInit<unknown>) => void painted.push(detail ?? 'own')
  window.addEventListener('colours', onColours as EventListener)
  onTestFinished(() => window.removeEventListener('colours', onColours as EventListener))
  return { painted, answer: confirmIdentity() }
}

test.each([
  ['ends', null],
  ['continues with another account', bea],
])('a session that %s in another tab leaves none of the former account here', async (_what, user) => {
  const { result, unmount } = renderHook(useFormats)
  onTestFinished(unmount)
  const { painted, answer } = fillTab()
  storeInOtherTab(user)
  expect(result.current).toEqual({})
  expect([hasTemporaryPassword(), isFactorMissing(), painted]).toEqual([false, false, ['own']])
  expect(await answer).toBe(false)
})

test('a refresh in another tab keeps what this one shows for the account', () => {
  const { result, unmount } = renderHook(useFormats)
  onTestFinished(unmount)
  const { painted } = fillTab()
  storeInOtherTab(ada)
  expect(result.current).toEqual({ zone: 'Asia/Tokyo', hours: 24 })
  expect([hasTemporaryPassword(), isFactorMissing(), painted]).toEqual([true, true, []])
})

test('an account that could not be read until now is not another one', () => {
  localStorage.setItem('auth_access_token', 'of another tab')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  showFormats({ zone: 'Asia/Tokyo' })
  act(() => storeUser(ada))
  const { result, unmount } = renderHook(useFormats)
  onTestFinished(unmount)
  expect(result.current).toEqual({ zone: 'Asia/Tokyo' })
})

test('a sign-in over the session of another account begins with its own formats and flags', () => {
  fillTab()
  signIn({ tokens, user: bea, mustChangePassword: true })
  const { result, unmount } = renderHook(useFormats)
  onTestFinished(unmount)
  expect([result.current, hasTemporaryPassword(), isFactorMissing()]).toEqual([{}, true, false])
})

test('a late answer about another account does not change the session', () => {
  signIn({ tokens, user: bea })
  storeUser(ada)
  expect(readSession()?.user).toEqual(bea)
})

test('a sign-out is forgotten when another tab signs in', () => {
  signIn({ tokens, user: ada })
  clearSession({ leave: true })
  storeInOtherTab(ada)
  storeInOtherTab(null)
  expect(hasSignedOut()).toBe(false)
})
