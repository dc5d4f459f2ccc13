import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRepos, type Repos } from '#server/compose/repos.ts'
import { createTestApp } from '#test/support/test-app.ts'

const times = { silentMs: 30_000, graceMs: 30_000, forgetMs: 1e9 }

test.each<[string, (repos: Repos) => Promise<unknown>, string]>([
  ['open commands', ({ commands }) => commands.listDue(Date.now(), 0, times, 200), 'coalesce(commands.taken_at'],
  ['commands that wait', ({ commands }) => commands.listWaiting(['a']), "case when commands.status = 'cancelling'"],
  ['commands of an agent', ({ commandViews }) => commandViews.listOfAgent('a', 10, 0), 'count(*) as \\"total\\"'],
  ['agents with a status', ({ fleetSnapshot }) => fleetSnapshot.withStatus(['online']), '\\"status\\" in (?)'],
  [
    'agents without numbers',
    ({ fleetSnapshot }) => fleetSnapshot.silentSince(0).then(() => undefined),
    'agent_numbers',
  ],
  ['agents of a version', ({ fleetSnapshot }) => fleetSnapshot.ofVersions(['1']), 'version_key'],
  ['rules', ({ alertRules }) => alertRules.listJudged(), 'is_on'],
])('%s are searched outside of the event loop', async (_what, read, partOfSql) => {
  const world = await createTestApp()
  onTestFinished(world.close)
  const postMessage = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => postMessage.mockRestore())
  await world.withDatabase(async (db) => read(createRepos(db)))
  expect(JSON.stringify(postMessage.mock.calls)).toContain(partOfSql)
})
