import type { User } from '@atalaya/contract/users'
import { expect, test } from 'vitest'
import { applyUserEvent } from './users-live.ts'
import { summarise } from './users-summary.ts'

const NOW = Date.parse('2026-05-08T12:00:00.000Z')

function account(change: Partial<User> = {}): User {
  return {
    _id: 'u1',
    id: 'u1',
    username: 'ana',
    email: 'ana@example.org',
    name: 'Ana',
    surname: 'Ruiz',
    role: 'user',
    isActive: true,
    lastLogin: null,
    birthday: null,
    ...change,
  }
}

test('the cards count all, those with access, admins in upper or lower case, and logins of the last seven days', () => {
  const users = [
    account({ role: 'admin', lastLogin: '2026-05-08T11:59:59.000Z' }),
    account({ role: 'ADMIN' as User['role'], isActive: false, lastLogin: '2026-05-01T12:00:00.000Z' }),
    account({ lastLogin: '2026-05-01T11:59:59.999Z' }),
    account({ isActive: false }),
  ]
  expect(summarise(users, NOW)).toEqual({ total: 4, active: 2, admins: 2, recentLogins: 2 })
  expect(summarise([], NOW)).toEqual({ total: 0, active: 0, admins: 0, recentLogins: 0 })
})

test('live events change, add and remove accounts, and leave the others unchanged', () => {
  const users = [account(), account({ _id: 'u2', id: 'u2' })]
  const renamed = account({ _id: 'u2', id: 'u2', name: 'Bea' })
  const added = account({ _id: 'u3', id: 'u3' })
  expect(applyUserEvent(users, { type: 'user.updated', data: renamed })).toEqual([users[0], renamed])
  expect(applyUserEvent(users, { type: 'user.updated', data: added })).toEqual([...users, added])
  expect(applyUserEvent(users, { type: 'user.deleted', data: { _id: 'u1' } })).toEqual([users[1]])
  expect(applyUserEvent(users, { type: 'modules.changed', data: {} })).toBeUndefined()
})
