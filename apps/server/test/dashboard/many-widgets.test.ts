import { dashboard } from '@atalaya/contract/dashboard'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createLostSecrets } from '#server/dashboard/lost-secrets.ts'
import { createTestApp } from '#test/support/test-app.ts'

const WIDGETS = 120

test('a search for lost secrets reads fifty widgets at a time, also if none has a secret', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const { tokens } = await app.signUp()
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, tokens.accessToken)).body.data
  await app.withDatabase(async (db) => {
    const widgets = Array.from({ length: WIDGETS }, (_, n) => ({
      id: `widget ${n}`,
      page_id: page._id as string,
      meta: '{"name":"Notes"}',
      config: '{"text":"hello"}',
      x: 0,
      y: n,
      w: 1,
      h: 1,
    }))
    await db.insertInto('widgets').values(widgets).execute()
    const { widgets: repo } = createRepos(db)
    const reads: number[] = []
    const lost = createLostSecrets({
      repo: {
        async listAfter(...args) {
          const some = await repo.listAfter(...args)
          reads.push(some.length)
          return some
        },
      },
      configs: { countLost: () => 1 },
    })
    expect(await lost.count()).toBe(0)
    expect(reads).toEqual([50, 50, WIDGETS - 100])
  })
})
