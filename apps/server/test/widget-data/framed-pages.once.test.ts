import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let token: string
beforeAll(async () => {
  world = await createTestApp()
  token = (await world.signUp('ann')).tokens.accessToken
})
afterAll(() => world.close())

/** Adds a widget with this page. Returns the status and the content of the frame around the page. */
async function readFrame(address: string) {
  const { page } = (await world.call(dashboard.create, { body: { name: 'Page' } }, token)).body.data
  const body = { meta: { id: 'web-page' }, config: { address } }
  const { module } = (await world.call(dashboard.install, { params: { id: page._id }, body }, token)).body.data
  const read = await world.call(moduleSources.read, { params: { widgetId: module._id } }, token)
  const { statusCode, body: html } = await world.app.inject(read.body.data.state.data.framed)
  return { statusCode, html }
}

test.each([
  ['a short address', 'http://127.0.0.1:9/page'],
  ['the longest address', `http://127.0.0.1:9/${'x'.repeat(1981)}`],
  ['the longest address in three-byte characters', `http://127.0.0.1:9/${'€'.repeat(1981)}`],
])('a page with %s is framed', async (_name, address) => {
  const { statusCode, html } = await readFrame(address)
  expect(statusCode).toBe(200)
  expect(html).toContain(new URL(address).href)
})
