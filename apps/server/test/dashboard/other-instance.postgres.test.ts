import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

let nats: NatsServer
let here: TestApp
let there: TestApp
let token: string
let id: string
beforeAll(async () => {
  nats = await startNats()
  const config = { NATS_URL: nats.url }
  here = await createTestApp({ config })
  there = await createInstanceBeside(here, { config })
})
afterAll(async () => {
  await there.close()
  await here.close()
  await nats.stop()
})
beforeEach(async () => {
  token = (await here.signUp()).tokens.accessToken
  id = (await here.call(dashboard.create, { body: { name: 'Home' } }, token)).body.data.page._id
})

const install = async (instance: TestApp): Promise<string> => {
  const body = { meta: { id: 'spark' }, config: {} }
  return (await instance.call(dashboard.install, { params: { id }, body }, token)).body.data.module._id
}
const configure = (instance: TestApp, moduleId: string) =>
  instance.call(dashboard.editModule, { params: { id, moduleId }, body: { config: { name: 'Sparky' } } }, token)

test('a widget added at another instance can be configured here, and the page contains both changes', async () => {
  const first = await install(here)
  const second = await install(there)
  await there.call(dashboard.edit, { params: { id }, body: { name: 'Hall' } }, token)
  const { status, body } = await configure(here, second)
  expect(status).toBe(200)
  const page: Page = body.data.page
  expect([page.name, page.modules.map(({ _id }) => _id)]).toEqual(['Hall', [first, second]])
  const stored = (await there.call(dashboard.get, { params: { id } }, token)).body.data.page
  expect(page).toEqual(stored)
})

test('a page deleted at another instance cannot be changed here', async () => {
  const widget = await install(here)
  await there.call(dashboard.remove, { params: { id } }, token)
  expect((await configure(here, widget)).status).toBe(404)
})
