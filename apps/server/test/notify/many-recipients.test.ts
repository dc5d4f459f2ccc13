import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** More than the maximum of parameters in a statement of either database. */
const MANY = 70_000

test('recipients, channels and choices of more people than a statement has parameters are found', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const { user } = await it.signUp('ada')
  const ids = [...Array.from({ length: MANY }, (_, n) => `nobody ${n}`), user._id, user._id]
  await it.withDatabase(async (db) => {
    const { channels, messages } = createRepos(db)
    await channels.choose(user._id, { quiet: null, digest: null })
    expect(await channels.listActive(ids)).toEqual([user._id])
    expect(await channels.listOf(ids)).toEqual([])
    expect([...(await channels.choicesOf(ids)).keys()]).toContain(user._id)
    expect((await messages.messageCounts(ids, 0)).get(user._id)).toEqual({ recent: 0, waiting: 0 })
  })
})
