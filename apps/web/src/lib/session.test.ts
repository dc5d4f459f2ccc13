import { expect, test } from 'vitest'
import { clearSession, isAdmin, readSession, signIn } from '#web/lib/session.ts'
import { ada } from '#web/testing/render.tsx'

test('the session is kept in three items', () => {
  signIn({ tokens: { accessToken: 'a', refreshToken: 'r' }, user: ada })
  expect({ ...localStorage }).toEqual({
    auth_access_token: 'a',
    auth_refresh_token: 'r',
    auth_user: JSON.stringify(ada),
  })
  clearSession()
  expect(localStorage).toHaveLength(0)
})

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
