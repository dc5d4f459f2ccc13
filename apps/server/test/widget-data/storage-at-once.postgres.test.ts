import { dashboard } from '@atalaya/contract/dashboard'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('one of two screens that store over the same version at the same moment is refused', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const token = (await app.signUp()).tokens.accessToken
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
  const options = { params: { id: page._id }, body: { meta: { id: 'todo' } } }
  const params = { widgetId: (await app.call(dashboard.install, options, token)).body.data.module._id as string }
  const store = (value: string, over: string | null) =>
    app.call(moduleRequests.writeStorage, { params, body: { value, over } }, token)
  const readStored = async () => (await app.call(moduleRequests.readStorage, { params }, token)).body.data
  expect((await store('before', null)).status).toBe(200)
  const { version } = await readStored()
  const hold = sql`select 1 from widget_storage where widget_id = ${params.widgetId} for update`
  const answers = await queueAtLock(app, hold, [() => store('first', version), () => store('second', version)])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect((await readStored()).value).toBe('first')
})
