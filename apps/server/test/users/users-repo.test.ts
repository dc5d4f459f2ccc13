import type { User } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUsersRepo, type UsersRepo } from '#server/users/users.repo.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const LISTED_MAX = 10_000

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

test.each<[string, (repo: UsersRepo, id: string) => Promise<unknown>, object]>([
  ['a change', (repo, id) => repo.update(id, { name: 'Grace', isActive: false }), { name: 'Grace', is_active: 0 }],
  [
    'a password',
    (repo, id) => repo.setPassword(id, 'x', { mustChange: true }),
    { password_hash: 'x', must_change_password: 1 },
  ],
  [
    'a chosen password',
    (repo, id) => repo.setPassword(id, 'x', { mustChange: false }),
    { password_hash: 'x', must_change_password: 0 },
  ],
  ['an epoch', (repo, id) => repo.raiseEpoch(id), { epoch: 1 }],
  ['a sign-in', (repo, id) => repo.touchLogin(id, 7), { last_login: 7 }],
])('%s of one account does not change another account', async (_what, write, expected) => {
  const [one, other] = [(await app.signUp('one')).user._id, (await app.signUp('other')).user._id]
  await app.withDatabase(async (db) => {
    const rowOf = (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    const [before, otherBefore] = [await rowOf(one), await rowOf(other)]
    await write(createUsersRepo(db), one)
    expect(await rowOf(one)).toEqual({ ...before, ...expected })
    expect(await rowOf(other)).toEqual(otherBefore)
  })
})

test('an account that does not exist is neither found nor changed', () =>
  app.withDatabase(async (db) => {
    const repo = createUsersRepo(db)
    expect([await repo.touchLogin('nobody', 7), await repo.hasAny(), await repo.kindOfActiveAdmins()]).toEqual([
      ...[false, false, 'none'],
    ])
    expect([
      await repo.find('nobody'),
      await repo.findForSignIn('nobody'),
      await repo.findForSignInById('nobody'),
    ]).toEqual([...[null, null, null]])
    expect(await repo.update('nobody', { name: 'Grace' })).toBeNull()
  }))

test('only one caller ever becomes the first administrator', () =>
  app.withDatabase(async (db) => {
    const repo = createUsersRepo(db)
    expect([await repo.claimFirstAdmin('one'), await repo.claimFirstAdmin('other')]).toEqual([true, false])
    expect(await repo.claimFirstAdmin('one')).toBe(false)
  }))

test(`the list is read in parts, and ends after ${LISTED_MAX} accounts`, () =>
  app.withDatabase(async (db) => {
    await sql`
      insert into users (id, username, username_key, email, email_key, name, surname, role, is_active, password_hash,
        must_change_password, epoch, created_at)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(LISTED_MAX)})
      select 'id ' || n, 'u' || n, 'u' || n, 'e' || n, 'e' || n, '', '', 'user', 1, '', 0, 0, 0 from numbers`.execute(
      db,
    )
    const parts: User[][] = []
    for await (const part of createUsersRepo(db).list()) parts.push(part)
    expect(new Set(parts.flat().map(({ _id }) => _id)).size).toBe(LISTED_MAX)
    expect(parts.flat()).toHaveLength(LISTED_MAX)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(LISTED_MAX / 10)
  }))
