import { type ListView, preferenceCalls, VIEWS_MAX } from '@atalaya/contract/preferences'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let admin: string
let ada: { id: string; token: string }

beforeAll(async () => {
  app = await createTestApp()
  admin = (await app.signUp()).tokens.accessToken
})
beforeEach(async () => {
  const { user, tokens } = await app.signUp()
  ada = { id: user._id, token: tokens.accessToken }
})
afterAll(() => app.close())

const read = async (token = ada.token) => (await app.call(preferenceCalls.read, {}, token)).body.data.preferences
const keep = (body: unknown, token = ada.token) => app.call(preferenceCalls.keep, { body }, token)
const view = (n: number): ListView => ({ slug: `view-${n}`, name: `View ${n}`, search: 'sort=disk', columns: ['disk'] })
const rowsOf = (userId: string) =>
  app.withDatabase((db) => db.selectFrom('preferences').selectAll().where('user_id', '=', userId).execute())

test('a choice is stored for its user only', async () => {
  expect(await read()).toEqual({})
  expect((await keep({ fleetLook: { columns: ['disk', 'owner'] }, ownViews: [view(1)] })).status).toBe(200)
  expect(await read()).toEqual({ fleetLook: { columns: ['disk', 'owner'] }, ownViews: [view(1)] })
  expect(await read(admin)).toEqual({})
})

test('saving a key replaces its complete value and keeps other keys', async () => {
  await keep({ fleetLook: { columns: ['disk'], as: 'rows' }, ownViews: [view(1)] })
  await keep({ fleetLook: {}, formats: { locale: 'de-AT', zone: 'Europe/Vienna', hours: 24, firstDay: 1 } })
  await keep({ formats: { hours: 12 } })
  expect(await read()).toEqual({ fleetLook: {}, ownViews: [view(1)], formats: { hours: 12 } })
})

test.each([{ place: 'agents' }, { page: '0b1c' }, {}])('the start page %j is stored', async (startPage) => {
  expect((await keep({ startPage })).status).toBe(200)
  expect(await read()).toEqual({ startPage })
})

test.each([
  ['an unknown key', { colour: 'red' }],
  ['a value of another key', { ownViews: { columns: [] } }],
  ['an unknown column', { fleetLook: { columns: ['password'] } }],
  ['more columns than there are', { fleetLook: { columns: Array(11).fill('disk') } }],
  ['a search that is too long', { ownViews: [{ ...view(1), search: 'x'.repeat(2001) }] }],
  ['too many used modules', { usedModules: Array.from({ length: 7 }, (_, n) => `lamp-${n}`) }],
  ['an invalid language', { formats: { locale: 'Deutsch!' } }],
  ['an unknown clock format', { formats: { hours: 13 } }],
  ['an invalid weekday', { formats: { firstDay: 8 } }],
  ['an unknown place', { startPage: { place: 'elsewhere' } }],
  ['a URL instead of a page id', { startPage: { page: `https://evil.test/${'x'.repeat(64)}` } }],
  ['a place and a page at once', { startPage: { place: 'agents', page: '0b1c' } }],
  ['an invalid id of a module', { usedModules: ['../x'] }],
  ['one view too many', { ownViews: Array.from({ length: VIEWS_MAX + 1 }, (_, n) => view(n)) }],
  ['two views with one slug', { ownViews: [view(1), { ...view(2), slug: 'view-1' }] }],
  ['a NUL character', { ownViews: [{ ...view(1), search: 'a\0' }] }],
])('%s is refused, and the stored choice stays', async (_what, body) => {
  await keep({ ownViews: [view(1)] })
  const { status, body: answer } = await keep(body)
  expect(status).toBe(400)
  expect(answer.errors).not.toHaveLength(0)
  expect(await read()).toEqual({ ownViews: [view(1)] })
})

test('the maximum number of views of maximum length is stored', async () => {
  const ownViews = Array.from({ length: VIEWS_MAX }, (_, n) => ({ ...view(n), search: 'x'.repeat(2000) }))
  expect((await keep({ ownViews })).status).toBe(200)
  expect(await read()).toEqual({ ownViews })
})

test('a stored value that this version does not know is ignored', async () => {
  await keep({ ownViews: [view(1)] })
  await app.withDatabase((db) =>
    db
      .insertInto('preferences')
      .values([
        { user_id: ada.id, key: 'fleetLook', value: '{"columns":["gone"]}' },
        { user_id: ada.id, key: 'unknown', value: '1' },
      ])
      .execute(),
  )
  expect(await read()).toEqual({ ownViews: [view(1)] })
  await keep({ fleetLook: { as: 'rows' } })
  expect(await read()).toEqual({ ownViews: [view(1)], fleetLook: { as: 'rows' } })
})

test('a choice is removed with its account', async () => {
  await keep({ ownViews: [view(1)] })
  expect(await rowsOf(ada.id)).toHaveLength(1)
  await app.call(users.remove, { params: { id: ada.id } }, admin)
  expect(await rowsOf(ada.id)).toEqual([])
})
