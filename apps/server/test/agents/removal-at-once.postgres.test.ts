import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { ROWS_PER_BATCH } from '#server/db/in-parts.ts'
import { clone, withNumber } from '#test/full-house/clone.ts'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** More commands than one part removes. */
const MANY = ROWS_PER_BATCH + 10

/** An agent of Ada with many commands. */
async function createWorld() {
  const it = await createTestApp()
  onTestFinished(() => it.close())
  const ada = (await it.signUp('ada')).tokens.accessToken
  const { agent } = (await it.call(agents.register, { body: { name: 'box' } }, ada)).body.data
  const id: string = agent.agentId
  const sent = await it.call(commands.send, { body: { command: 'backup', agentId: id } }, ada)
  const first = sql`original.id = ${sent.body.data.commands[0].commandId}`
  await it.withDatabase((db) => clone(db, 'commands', first, MANY - 1, { id: withNumber('command ') }))
  const countCommands = async () =>
    (await it.withDatabase((db) => db.selectFrom('commands').select('id').execute())).length
  return { it, ada, id, countCommands }
}

test('a second removal of an agent takes what the first one has left, and waits for none of it', async () => {
  const { it, id, countCommands } = await createWorld()
  await it.withDatabase(async (db) => {
    await createRepos(db).agents.beginRemoval(id)
    const removePart = (tx: typeof db) => createRepos(tx).agents.removePart(id)
    await db.transaction().execute(async (tx) => {
      expect(await removePart(tx)).toBe(true)
      expect(await db.transaction().execute(removePart)).toBe(true)
    })
  })
  expect(await countCommands()).toBe(0)
})

test('an agent that gets a new token while a part of its removal is under way stays, and can connect', async () => {
  const { it, ada, id, countCommands } = await createWorld()
  const params = { id }
  // The removal has begun, and its first part waits.
  const [removed, renewed] = await queueAtLock(it, sql`lock table commands in share mode`, [
    () => it.call(agents.remove, { params }, ada),
    () => it.call(agents.renewToken, { params }, ada),
  ])
  expect([removed?.status, renewed?.status]).toEqual([200, 200])
  expect((await it.call(agents.get, { params }, ada)).status).toBe(200)
  expect(await countCommands()).toBeLessThan(MANY)
  const client = await connectAgent(await it.listen(), renewed?.body.data.token)
  onTestFinished(() => client.socket.close())
})

test('an agent that gets a new token as its removal is about to end stays', async () => {
  const { it, ada, id } = await createWorld()
  await it.withDatabase(async (db) => {
    await createRepos(db).agents.beginRemoval(id)
    const [renewed, ref] = await queueAtLock<unknown>(it, sql`select 1 from agents where id = ${id} for update`, [
      () => it.call(agents.renewToken, { params: { id } }, ada),
      () => db.transaction().execute((tx) => createRepos(tx).agents.endRemoval(id)),
    ])
    expect([renewed, ref]).toMatchObject([{ status: 200 }, null])
  })
  expect((await it.call(agents.get, { params: { id } }, ada)).status).toBe(200)
})
