import { themes } from '@atalaya/contract/themes'
import { users } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { addTheme } from '#test/support/themes.ts'

test('a theme added at the same moment as another with its id does not replace it', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const admin = (await app.signUp()).tokens.accessToken
  const other = await app.signUp()
  await app.call(users.setRole, { params: { id: other.user._id }, body: { role: 'admin' } }, admin)
  const add = (version: string, token: string) => () => addTheme(app, token, { version })
  const hold = sql`lock table themes in share row exclusive mode`
  const replies = await queueAtLock(app, hold, [add('1.0.0', admin), add('2.0.0', other.tokens.accessToken)])
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [409, 'themes.taken'],
  ])
  const { themes: offered } = (await app.call(themes.list, {}, admin)).body.data
  expect(offered.find(({ id }: { id: string }) => id === 'club').version).toBe('1.0.0')
})
