import { dashboard, SECRET_MASK } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { startFakeMatrix } from '../../../../modules/conversations/server/testing/fake-matrix.ts'

const ROOM = '!bob:farm.test'

let app: TestApp
let matrix: Awaited<ReturnType<typeof startFakeMatrix>>
beforeEach(async () => {
  matrix = await startFakeMatrix()
  matrix.state(ROOM, 'm.room.member', '@bob:farm.test', { displayname: 'Bob' })
  matrix.say(ROOM, '@bob:farm.test', { msgtype: 'm.text', body: 'hola' })
  app = await createTestApp({ config: { ALLOW_PRIVATE_HOSTS: loopback } })
})
afterEach(async () => {
  await app.close()
  await matrix.stop()
})

test('a message reaches the page of its viewer, and secrets do not', async () => {
  const { accessToken } = (await app.signUp()).tokens
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, accessToken)).body.data
  const config = { homeserver: matrix.url, user: 'ada', password: 'lantern' }
  const install = { params: { id: page._id }, body: { meta: { id: 'conversations' }, config } }
  const installed = await app.call(dashboard.install, install, accessToken)
  expect(installed.body.data.module.config.password).toBe(SECRET_MASK)
  const events = await openEvents(await app.listen(), accessToken)
  onTestFinished(() => events.close())

  const params = { widgetId: installed.body.data.module._id as string }
  const read = await app.call(moduleSources.read, { params }, accessToken)
  expect(read.body.data.state).toMatchObject({
    error: null,
    data: { rooms: [{ name: 'Bob', last: { text: 'hola' } }] },
  })
  matrix.say(ROOM, '@bob:farm.test', { msgtype: 'm.text', body: 'a las ocho' })
  await expect
    .poll(() => JSON.stringify(events.ofType('source.updated').at(-1)), { timeout: 20_000 })
    .toContain('a las ocho')

  const everything = [installed.reply.body, read.reply.body, JSON.stringify(events.events), await app.dump()].join()
  expect(everything).toContain('a las ocho')
  expect(everything).not.toMatch(/lantern|login-1/)
})
