import { agentStatus } from '@atalaya/contract/agent-fields'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createCommandWorld } from '#test/support/command-world.ts'

test('a due command is known to be out of reach while its agent has no connection', async () => {
  const it = await createCommandWorld()
  onTestFinished(() => it.close())
  const agent = await it.register()
  await it.sendOne(agent.id)
  await it.withDatabase(async (db) => {
    const unreachable: string[] = []
    for (const status of agentStatus.options) {
      await db.updateTable('agents').set({ status }).execute()
      const times = { silentMs: 0, graceMs: 0, forgetMs: 0 }
      const due = await createRepos(db).commands.listDue(Number.MAX_SAFE_INTEGER, 0, times, 10)
      expect(due).toHaveLength(1)
      if (!due[0]?.isConnected) unreachable.push(status)
    }
    expect(unreachable.toSorted()).toEqual(['offline', 'pending', 'quarantined', 'reconnecting'])
  })
})
