import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { clone, withNumber } from '#test/full-house/clone.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** More commands than one part removes. */
const MANY = 60

test('a second removal of an agent takes what the first one has left, and waits for none of it', async () => {
  const it = await createTestApp()
  onTestFinished(() => it.close())
  const ada = (await it.signUp('ada')).tokens.accessToken
  const { agent } = (await it.call(agents.register, { body: { name: 'box' } }, ada)).body.data
  const sent = await it.call(commands.send, { body: { command: 'backup', agentId: agent.agentId } }, ada)
  await it.withDatabase(async (db) => {
    const first = sql`original.id = ${sent.body.data.commands[0].commandId}`
    await clone(db, 'commands', first, MANY - 1, { id: withNumber('command ') })
    const removePart = (tx: typeof db) => createRepos(tx).agents.removePart(agent.agentId)
    await db.transaction().execute(async (tx) => {
      expect(await removePart(tx)).toBe(true)
      expect(await db.transaction().execute(removePart)).toBe(true)
    })
    expect(await db.selectFrom('commands').selectAll().execute()).toEqual([])
  })
})
