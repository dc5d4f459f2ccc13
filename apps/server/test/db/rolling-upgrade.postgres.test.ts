import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let token: string
beforeAll(async () => {
  it = await createTestApp()
  token = (await it.signUp()).tokens.accessToken
})
afterAll(() => it.close())

/** Change of a table by a newer version, while this one runs. */
const upgrade = (text: string) => it.withDatabase((db) => sql.raw(text).execute(db))

/**
 * Calls with prepared statements. Each runs often enough for PostgreSQL to keep a plan, and over more than one
 * connection.
 */
async function callAll() {
  const { page } = (await it.call(dashboard.create, { body: { name: 'Home' } }, token)).body.data
  const body = { meta: { id: 'spark' }, config: {} }
  const { module } = (await it.call(dashboard.install, { params: { id: page._id }, body }, token)).body.data
  const params = { id: page._id, moduleId: module._id }
  const statuses: number[] = []
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all([
      it.call(auth.me, {}, token),
      it.call(agents.list, {}, token),
      it.call(dashboard.get, { params: { id: page._id } }, token),
      it.call(dashboard.editModule, { params, body: { config: { name: `Name ${round}` } } }, token),
    ])
    statuses.push(...answers.map(({ status }) => status))
  }
  return [...new Set(statuses)]
}

test.each([
  'alter table pages add column newer text',
  'alter table pages alter column sort type bigint',
  'alter table widgets alter column config type varchar',
  'alter table sessions alter column confirmed_until type numeric',
  'alter table users alter column epoch type bigint',
])('calls succeed before and after %s', async (change) => {
  expect(await callAll()).toEqual([200])
  await upgrade(change)
  expect(await callAll()).toEqual([200])
})
