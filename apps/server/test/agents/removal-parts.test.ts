import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { clone, copyNumber, withNumber } from '#test/full-house/clone.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** Rows of each kind that the agent has: more than one part removes. */
const MANY = 250
/** Maximum of rows that one part removes. */
const PART_ROWS = 100

/** An owner with two agents; the first one has many commands, streams and samples. */
async function createWorld() {
  let clock = Date.parse('2026-03-01T12:00:00Z')
  const it = await createTestApp({ now: () => clock, times: { maintenanceEveryMs: 5 } })
  onTestFinished(() => it.close())
  const address = await it.listen()
  const ada = (await it.signUp('ada')).tokens.accessToken
  const register = async (name: string) => {
    const { agent, token } = (await it.call(agents.register, { body: { name } }, ada)).body.data
    return { id: agent.agentId as string, token: token as string }
  }
  const [box, attic] = [await register('box'), await register('attic')]
  const sent = await it.call(commands.send, { body: { command: 'backup', agentId: box.id } }, ada)
  const body = { data: 'noted', metrics: { cpu: 1 } }
  expect((await it.call(telemetry.push, { params: { id: box.id }, body }, box.token)).status).toBe(200)
  await it.withDatabase(async (db) => {
    const first = sql`original.id = ${sent.body.data.commands[0].commandId}`
    await clone(db, 'commands', first, MANY - 1, { id: withNumber('command ') })
    const [{ agent_ref } = expect.unreachable('it has a sample')] = await db.selectFrom('samples').selectAll().execute()
    const runs = Array.from({ length: MANY }, (_, n) => ({ agent_ref, run: `run ${n}`, seq: 1, prev_seq: 0 }))
    await db
      .insertInto('agent_streams')
      .values(runs.map((run) => ({ ...run, updated_at: clock })))
      .execute()
    await clone(db, 'samples', sql`true`, MANY - 1, { at: sql`original.at + ${copyNumber}` })
  })
  const remove = () => it.call(agents.remove, { params: { id: box.id } }, ada)
  /** Restarts the server after the leases of its jobs have ended. */
  const restart = async () => {
    clock += 2 * 60_000
    await it.restart()
  }
  return { it, address, ada, box, attic, remove, restart }
}

/** Numbers of commands, streams, samples, records and agents, in this order. */
async function countRows(db: Db): Promise<number[]> {
  const count = async (table: 'commands' | 'agent_streams' | 'samples' | 'records' | 'agents') =>
    Number((await db.selectFrom(table).select(db.fn.countAll().as('rows')).executeTakeFirstOrThrow()).rows)
  return [
    await count('commands'),
    await count('agent_streams'),
    await count('samples'),
    await count('records'),
    await count('agents'),
  ]
}

test('others can make changes while an agent with all its data is removed', async () => {
  const { it, ada, attic, remove } = await createWorld()
  expect(await it.withDatabase(countRows)).toEqual([MANY, MANY, MANY, 1, 2])
  const done: string[] = []
  await Promise.all([
    remove().then(({ status }) => done.push(`removal ${status}`)),
    it
      .call(agents.edit, { params: { id: attic.id }, body: { name: 'loft' } }, ada)
      .then(({ status }) => done.push(`change ${status}`)),
  ])
  expect(done).toEqual(['change 200', 'removal 200'])
  expect(await it.withDatabase(countRows)).toEqual([0, 0, 0, 0, 1])
})

test('no part of a removal removes more than a few rows', async () => {
  const { it, box } = await createWorld()
  await it.withDatabase(async (db) => {
    const repo = createRepos(db).agents
    await repo.beginRemoval(box.id)
    let before = await countRows(db)
    while (await repo.removePart(box.id)) {
      const now = await countRows(db)
      expect(Math.max(...now.map((rows, n) => (before[n] ?? 0) - rows))).toBeLessThanOrEqual(PART_ROWS)
      before = now
    }
    // Samples and records are removed after the agent itself.
    expect(await countRows(db)).toEqual([0, 0, MANY, 1, 2])
  })
})

/** Interrupts a removal; `meanwhile` is done before it can go on. */
async function interrupt({ it, remove }: Awaited<ReturnType<typeof createWorld>>, meanwhile: () => Promise<void>) {
  const rename = (from: string, to: string) =>
    it.withDatabase((db) => db.schema.alterTable(from).renameTo(to).execute())
  await rename('commands', 'commands_away')
  expect((await remove()).status).toBeGreaterThanOrEqual(500)
  await meanwhile()
  await rename('commands_away', 'commands')
}

test('an agent whose removal is interrupted can no longer connect, and is removed after a restart', async () => {
  const world = await createWorld()
  const { it, address, ada, box, restart } = world
  const client = await connectAgent(address, box.token)
  await interrupt(world, async () => {
    expect(await client.closed).toBe(4004)
    await expect(connectAgent(address, box.token)).rejects.toMatchObject({ status: 401 })
  })
  await restart()
  await expect.poll(() => it.withDatabase(countRows)).toEqual([0, 0, 0, 0, 1])
  expect((await it.call(agents.get, { params: { id: box.id } }, ada)).status).toBe(404)
})

test('an agent that gets a new token after an interrupted removal stays', async () => {
  const world = await createWorld()
  const { it, ada, box, restart } = world
  let token = ''
  await interrupt(world, async () => {
    token = (await it.call(agents.renewToken, { params: { id: box.id } }, ada)).body.data.token
  })
  await restart()
  await it.withDatabase(async (db) => expect(await createRepos(db).agents.listBegunRemovals()).toEqual([]))
  const client = await connectAgent(await it.listen(), token)
  onTestFinished(() => client.socket.close())
  expect((await it.call(agents.get, { params: { id: box.id } }, ada)).status).toBe(200)
})

test('an agent that gets a new token between two parts of its removal stays, with what is left', async () => {
  const { it, ada, box } = await createWorld()
  const params = { id: box.id }
  await it.withDatabase(async (db) => {
    const repo = createRepos(db).agents
    await repo.beginRemoval(box.id)
    expect(await repo.removePart(box.id)).toBe(true)
    const left = await countRows(db)
    expect((await it.call(agents.renewToken, { params }, ada)).status).toBe(200)
    expect(await repo.removePart(box.id)).toBe(false)
    expect(await repo.endRemoval(box.id)).toBeNull()
    expect(await countRows(db)).toEqual(left)
  })
  expect((await it.call(agents.get, { params }, ada)).status).toBe(200)
})
