import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

let nats: NatsServer
let it: TestApp
let otherInstance: TestApp
let token: string
let page: Page
beforeAll(async () => {
  nats = await startNats()
  it = await createTestApp({ config: { NATS_URL: nats.url } })
  otherInstance = await createInstanceBeside(it, { config: { NATS_URL: nats.url } })
})
afterAll(async () => {
  await otherInstance.close()
  await it.close()
  await nats.stop()
})
beforeEach(async () => {
  token = (await it.signUp()).tokens.accessToken
  page = (await it.call(dashboard.create, { body: { name: 'Home' } }, token)).body.data.page
})

/** Adds a module at one of the two instances. An instance queues its own edits of a page; two instances can race. */
const install = (instance: TestApp, position?: object) => () =>
  instance.call(
    dashboard.install,
    { params: { id: page._id }, body: { meta: { id: 'agent-status' }, position } },
    token,
  )
const pages = async (): Promise<Page[]> => (await it.call(dashboard.list, {}, token)).body.data.pages
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status)
const lockPage = () => sql`select 1 from pages where id = ${page._id} for no key update`
/**
 * Lock on the table `pages`, so that both calls wait. The first call has locked the account's row in `page_lists` and
 * waits for this lock. The second waits for that row. Without a lock on the row both would wait for this lock.
 */
const lockPages = sql`lock table pages in share row exclusive mode`

test('one of two simultaneous edits for the same place succeeds', async () => {
  const place = { x: 0, y: 0, w: 2, h: 2 }
  expect(statuses(await queueAtLock(it, lockPage(), [install(it, place), install(otherInstance, place)]))).toEqual([
    200, 409,
  ])
  expect((await pages())[0]).toMatchObject({ version: 2, modules: [{ position: place }] })
})

test('two simultaneous edits without a place put their modules side by side', async () => {
  const replies = await queueAtLock(it, lockPage(), [install(it), install(otherInstance)])
  expect(statuses(replies)).toEqual([200, 200])
  expect(replies.map(({ body }) => body.data.page.version)).toEqual([2, 3])
  const [current] = await pages()
  expect(current?.version).toBe(3)
  const places = current?.modules.map(({ position: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(2)
})

test('a page deleted at the same moment cannot be edited', async () => {
  const remove = () => it.call(dashboard.remove, { params: { id: page._id } }, token)
  expect(statuses(await queueAtLock(it, lockPage(), [remove, install(it)]))).toEqual([200, 404])
})

test('two pages activated at the same moment leave one active', async () => {
  const createActive = (name: string) => () => it.call(dashboard.create, { body: { name, active: true } }, token)
  expect(statuses(await queueAtLock(it, lockPages, [createActive('One'), createActive('Two')]))).toEqual([200, 200])
  const active = (await pages()).filter((page) => page.active)
  expect(active.map(({ name }) => name)).toEqual(['Two'])
})
