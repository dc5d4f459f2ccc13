import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('open commands, of which there may be very many, are searched outside of the event loop', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const postMessage = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => postMessage.mockRestore())
  await it.withDatabase((db) =>
    createRepos(db).commands.due(Date.now(), 0, { silentMs: 30_000, graceMs: 30_000, forgetMs: 1e9 }, 200),
  )
  expect(JSON.stringify(postMessage.mock.calls)).toContain('coalesce(commands.taken_at')
})
