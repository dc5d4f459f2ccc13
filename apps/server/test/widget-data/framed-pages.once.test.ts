import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let token: string
beforeAll(async () => {
  it = await createTestApp()
  token = (await it.signUp('ann')).tokens.accessToken
})
afterAll(() => it.close())

/** Status and content of the frame around a page. */
async function framed(address: string) {
  const { page } = (await it.call(dashboard.create, { body: { name: 'Page' } }, token)).body.data
  const body = { meta: { id: 'web-page' }, config: { address } }
  const { module } = (await it.call(dashboard.install, { params: { id: page._id }, body }, token)).body.data
  const read = await it.call(moduleSources.read, { params: { widgetId: module._id } }, token)
  const { statusCode, body: html } = await it.app.inject(read.body.data.state.data.framed)
  return { statusCode, html }
}

test.each([
  ['a short address', 'http://127.0.0.1:9/page'],
  ['the longest', `http://127.0.0.1:9/${'x'.repeat(1981)}`],
  ['the longest of letters of three bytes', `http://127.0.0.1:9/${'€'.repeat(1981)}`],
])('a page with %s is framed', async (_name, address) => {
  const { statusCode, html } = await framed(address)
  expect(statusCode).toBe(200)
  expect(html).toContain(new URL(address).href)
})
