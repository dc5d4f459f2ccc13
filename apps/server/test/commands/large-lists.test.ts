import { randomUUID } from 'node:crypto'
import { commands } from '@atalaya/contract/commands'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDelivery } from '#server/commands/delivery.ts'
import { createEnqueue } from '#server/commands/enqueue.ts'
import { createRepos } from '#server/compose/repos.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createCommandWorld, withJournal } from '#test/support/command-world.ts'
import { watchResults } from '#test/support/watch-results.ts'

/** Maximum of agents for which one transaction claims. */
const CLAIMED_MAX = 100

async function createWorld() {
  const it = await createCommandWorld()
  onTestFinished(() => it.close())
  return it
}
type CommandWorld = Awaited<ReturnType<typeof createWorld>>

/** Adds copies of this agent, with the same owner. */
async function addAgents(it: CommandWorld, id: string, count: number): Promise<void> {
  await it.withDatabase(async (db) => {
    const original = await db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let start = 0; start < count; start += 250) {
      const copies = Array.from({ length: Math.min(250, count - start) }, (_, n) => {
        const number = start + n + 1
        return { ...original, id: `copy-${number}`, ref: original.ref + number, token_hash: `copy ${number}` }
      })
      await db.insertInto('agents').values(copies).execute()
    }
  })
}

test('a preview reads no capabilities, as each agent may have 250 KB of them', async () => {
  const it = await createWorld()
  const { token } = await it.register(it.ada)
  const argsSchema = { description: 'x'.repeat(10_000), strange: '\0' }
  await it.connect(token, { ...withJournal(), capabilities: [{ name: 'backup', argsSchema }] })
  const seen = watchResults()
  const offersOf = async (command: string) =>
    (await it.call(commands.preview, { body: { command } }, it.ada)).body.data.offers
  expect(await offersOf('backup')).toMatchObject({ asked: 1, refusing: 0 })
  expect(await offersOf('reboot')).toMatchObject({ asked: 1, refusing: 1 })
  const reads = seen.filter(({ sql }) => sql.includes('capabilities'))
  const values = reads.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
  expect(values.length).toBeGreaterThan(0)
  expect(values.filter((value) => String(value).length > 10_000)).toEqual([])
})

test('lists of batches count the agents left out without reading them', async () => {
  const it = await createWorld()
  const { id, token } = await it.register(it.ada)
  await it.connect(token)
  await addAgents(it, id, 300)
  const body = { command: 'ping', onlineOnly: true }
  await it.withDatabase((db) => db.updateTable('agents').set({ status: 'offline' }).where('id', '<>', id).execute())
  const sent = (await it.call(commands.send, { body }, it.ada)).body.data
  expect(sent.skipped).toHaveLength(300)
  const seen = watchResults()
  const leftOut = [{ reason: 'The agent is away', count: 300 }]
  const { batches } = (await it.call(commands.activity, {}, it.ada)).body.data
  expect(batches[0]).toMatchObject({ leftOut })
  const { batch } = (await it.call(commands.batch, { params: { id: sent.batchId } }, it.ada)).body.data
  expect(batch).toMatchObject({ leftOut })
  expect(seen.flatMap(({ rows }) => rows).filter((row) => 'skipped' in row)).toEqual([])
})

test('a command with large arguments is refused for so many agents that they would fill the disk', async () => {
  const it = await createWorld()
  const { id } = await it.register(it.ada)
  await addAgents(it, id, 999)
  const send = (characters: number) =>
    it.call(commands.send, { body: { command: 'note', args: { text: 'x'.repeat(characters) } } }, it.ada)
  const { status, body } = await send(20_000)
  expect([status, body.code]).toEqual([413, 'commands.args_too_large'])
  expect(body.message).toMatch(/can go to \d{3} agents at a time/)
  expect((await send(10)).status).toBe(200)
})

describe('a command to many connected agents', () => {
  const MANY = 250
  /** Sends to `MANY` agents, all connected here. `failingClaim` is the number of the claim that fails. */
  async function sendToMany({ failingClaim }: { failingClaim?: number } = {}) {
    const it = await createWorld()
    const { id } = await it.register(it.ada)
    await addAgents(it, id, MANY - 1)
    const claims: number[] = []
    const sent: string[] = []
    const nudged: string[] = []
    const reported: string[] = []
    const claim = async (recipients: { agentId: string }[]) => {
      if (claims.length + 1 === failingClaim) throw new Error('The database is unavailable')
      claims.push(recipients.length)
      const rest = { command: 'ping', args: '{}', attempt: 1, not_after: 0, timeout_s: 60 }
      return () => recipients.map(({ agentId }) => ({ id: randomUUID(), agent_id: agentId, ...rest }))
    }
    await it.withDatabase(async (db) => {
      const { audit, commandViews, commands } = createRepos(db)
      const rows = await db.selectFrom('agents').select(['id', 'owner_id']).execute()
      const chosen = rows.map(({ id: agentId, owner_id: ownerId }) => ({
        agentId,
        ownerId,
        name: null,
        isOnline: true,
      }))
      const tx = (work: (repos: unknown) => unknown) => work({ audit, commandViews, commands: { ...commands, claim } })
      const connectionOf = (agentId: string) => ({ send: () => sent.push(agentId) })
      const registry = { get: (agentId: string) => ({ agentId, connection: connectionOf(agentId), isReady: true }) }
      const faults = createFaults((error) => reported.push(String(error)))
      const now = Date.now
      const delivery = createDelivery({ tx, registry, announce: async () => {}, faults, now } as never)
      const enqueue = createEnqueue({
        tx: tx as never,
        resolveTargets: async () => ({ chosen, skipped: [], label: '' }),
        delivery,
        dispatcher: { nudge: (ids: string[]) => nudged.push(...ids) } as never,
        live: { emit: () => {} },
        announce: async () => {},
        now,
      })
      const by = { userId: chosen[0]?.ownerId, username: 'ada', ip: '' } as never
      await enqueue(by, { command: 'ping' }, { key: null, requestHash: '' })
    })
    return { claims, sent, nudged, reported }
  }

  test('is claimed for some at a time', async () => {
    const { claims, sent, nudged } = await sendToMany()
    expect(claims).toEqual([CLAIMED_MAX, CLAIMED_MAX, 50])
    expect(new Set(sent).size).toBe(MANY)
    expect(nudged).toEqual([])
  })

  test('is left to later deliveries for those whose claim failed', async () => {
    const { sent, nudged, reported } = await sendToMany({ failingClaim: 2 })
    expect(sent).toHaveLength(CLAIMED_MAX)
    expect(new Set([...sent, ...nudged]).size).toBe(MANY)
    expect(reported).toEqual(['Error: The database is unavailable'])
  })
})
