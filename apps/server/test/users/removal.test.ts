import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD } from '@atalaya/testbed/people'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos, type Repos } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { RemovalsRepo } from '#server/users/removals.repo.ts'
import { createRemovals } from '#server/users/removals.ts'
import { createTestApp } from '#test/support/test-app.ts'

const AGENTS = 40

/** An administrator and a user. Each has more agents than one part removes; one agent of the user can connect. */
async function createWorld() {
  const it = await createTestApp()
  onTestFinished(() => it.close())
  const address = await it.listen()
  const [root, ada] = [await it.signUp('root'), await it.signUp('ada')]
  const registered = await it.call(agents.register, { body: { name: 'box' } }, ada.tokens.accessToken)
  await it.withDatabase(async (db) => {
    for (const { user } of [root, ada]) {
      for (let n = 0; n < AGENTS; n++) {
        const id = `${user.username} ${n}`
        await createRepos(db).agents.insert({ id, ownerId: user._id, name: id, tags: [], tokenHash: id, now: 0 })
      }
    }
  })
  const countAgents = (id: string) =>
    it.withDatabase(
      async (db) => (await db.selectFrom('agents').select('id').where('owner_id', '=', id).execute()).length,
    )
  const remove = () => it.call(users.remove, { params: { id: ada.user._id } }, root.tokens.accessToken)
  return { it, address, root, ada, agentToken: registered.body.data.token as string, countAgents, remove }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** Removes the account while a table is missing, as if the server had stopped in the middle. */
async function removeCutOff({ it, remove }: World) {
  const rename = (from: string, to: string) =>
    it.withDatabase((db) => db.schema.alterTable(from).renameTo(to).execute())
  await rename('commands', 'commands_away')
  expect((await remove()).status).toBeGreaterThanOrEqual(500)
  await rename('commands_away', 'commands')
}

test('other users can make changes while an account with all its data is removed', async () => {
  const { it, root, ada, countAgents, remove } = await createWorld()
  const done: string[] = []
  await Promise.all([
    remove().then(({ status }) => done.push(`removal ${status}`)),
    it
      .call(users.edit, { params: { id: root.user._id }, body: { name: 'Grace' } }, root.tokens.accessToken)
      .then(({ status }) => done.push(`change ${status}`)),
  ])
  expect(done).toEqual(['change 200', 'removal 200'])
  expect([await countAgents(ada.user._id), await countAgents(root.user._id)]).toEqual([0, AGENTS])
})

test('an account whose removal is interrupted is inaccessible, and its names are free', async () => {
  const world = await createWorld()
  const { it, address, root, ada, agentToken, remove } = world
  const [stream, agent] = [await openEvents(address, ada.tokens.accessToken), await connectAgent(address, agentToken)]
  await removeCutOff(world)
  await stream.ended
  expect(await agent.closed).toBe(4004)
  await expect(connectAgent(address, agentToken)).rejects.toMatchObject({ status: 401 })
  const listed = (await it.call(users.list, {}, root.tokens.accessToken)).body.data.users
  expect(listed).toMatchObject([{ username: 'root' }])
  expect((await it.call(auth.me, {}, ada.tokens.accessToken)).status).toBe(401)
  const token = { refreshToken: ada.tokens.refreshToken }
  expect((await it.call(auth.refresh, { body: token })).status).toBe(401)
  const password = { username: 'ada', password: PASSWORD }
  expect((await it.call(auth.login, { body: password, from: '192.0.2.1' })).status).toBe(401)
  expect((await remove()).status).toBe(404)
  const again = await it.signUp('ada')
  expect(again.user._id).not.toBe(ada.user._id)
})

test('the remaining data of a removed account is deleted when the server restarts', async () => {
  const world = await createWorld()
  const { it, root, ada, countAgents } = world
  await removeCutOff(world)
  expect(await countAgents(ada.user._id)).toBeGreaterThan(0)
  await it.restart()
  await expect.poll(() => countAgents(ada.user._id)).toBe(0)
  expect(await countAgents(root.user._id)).toBe(AGENTS)
})

test('a batch of a removed administrator stays visible to the owner of the agent, without a sender', async () => {
  const { it, root, ada, countAgents } = await createWorld()
  const registered = await it.call(agents.register, { body: { name: 'attic' } }, ada.tokens.accessToken)
  const agentId = registered.body.data.agent.agentId as string
  const secondAdmin = await it.signUp('second-admin')
  const role = { params: { id: secondAdmin.user._id }, body: { role: 'admin' } }
  expect((await it.call(users.setRole, role, root.tokens.accessToken)).status).toBe(200)
  const sender = (await it.call(auth.login, { body: { username: 'second-admin', password: PASSWORD } })).body.data
  expect(
    (await it.call(commands.send, { body: { command: 'backup', agentId } }, sender.tokens.accessToken)).status,
  ).toBe(200)
  const query = { show: 'open' }
  const listBatches = async () =>
    (await it.call(commands.activity, { query }, ada.tokens.accessToken)).body.data.batches
  expect(await listBatches()).toMatchObject([{ command: 'backup', requestedBy: { username: 'second-admin' } }])
  await it.call(users.remove, { params: { id: secondAdmin.user._id } }, root.tokens.accessToken)
  expect(await listBatches()).toMatchObject([{ command: 'backup', requestedBy: null }])
  expect(await countAgents(secondAdmin.user._id)).toBe(0)
})

test('a stopping server leaves the rest of a removal to the next start', async () => {
  const calls: string[] = []
  const stopping = Promise.withResolvers<void>()
  const repo: Pick<RemovalsRepo, 'removePart' | 'end'> = {
    removePart: async () => {
      if (calls.push('part') === 3) stopping.resolve()
      return true
    },
    end: async () => void calls.push('end'),
  }
  const removals = createRemovals({
    repo: { listBegun: async () => [] },
    tx: (work) => work({ removals: repo } as Repos),
    signals: { disconnectOwner: () => {} },
    live: { emit: async () => 0 },
    faults: createFaults(() => {}),
  })
  const removal = removals.finish('ada')
  await stopping.promise
  await removals.stop()
  await removal
  expect(calls).not.toContain('end')
})
