import { dashboard } from '@atalaya/contract/dashboard'
import { modulePhotos } from '@atalaya/contract/module-photos'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { photoOf } from '#test/support/photos.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('two simultaneous moves of photos are both applied, one after the other', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const token = (await app.signUp()).tokens.accessToken
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
  const options = { params: { id: page._id }, body: { meta: { id: 'photos' } } }
  const params = { widgetId: (await app.call(dashboard.install, options, token)).body.data.module._id as string }
  const ids: string[] = []
  for (const side of [1, 2, 3, 4]) {
    const body = { jpeg: photoOf(side, side).toString('base64') }
    ids.push((await app.call(modulePhotos.add, { params, body }, token)).body.data.photo.id)
  }
  const [a = '', b = '', c = '', d = ''] = ids
  const move = (photoId: string, before: string) => () =>
    app.call(modulePhotos.move, { params: { ...params, photoId }, body: { before } }, token)

  const hold = sql`select 1 from widget_photos where widget_id = ${params.widgetId} for update`
  const answers = await queueAtLock(app, hold, [move(d, a), move(c, a)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { photos } = (await app.call(modulePhotos.list, { params }, token)).body.data
  expect(photos.map(({ id }: { id: string }) => id)).toEqual([d, c, a, b])
})
