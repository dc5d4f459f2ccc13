import { commands } from '@atalaya/contract/commands'
import { expect, onTestFinished, test } from 'vitest'
import { createEnqueue } from '#server/commands/enqueue.ts'
import { createRepos } from '#server/compose/repos.ts'
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

/** Adds agents of the owner of this one. */
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

test('commands to many connected agents are claimed some at a time', async () => {
  const it = await createWorld()
  const { id } = await it.register(it.ada)
  await addAgents(it, id, 250)
  const claims: number[] = []
  const delivered: number[] = []
  await it.withDatabase(async (db) => {
    const repos = createRepos(db)
    const chosen = (await db.selectFrom('agents').select(['id', 'owner_id']).execute()).map((row) => ({
      agentId: row.id,
      ownerId: row.owner_id,
      name: null,
      isOnline: true,
    }))
    const claim = async (recipients: { agentId: string }[]) => {
      claims.push(recipients.length)
      return () => recipients.map(({ agentId }) => ({ id: agentId, agent_id: agentId }))
    }
    const enqueue = createEnqueue({
      tx: (work) =>
        work({
          audit: repos.audit,
          commandViews: repos.commandViews,
          commands: { ...repos.commands, claim },
        } as never),
      resolveTargets: async () => ({ chosen, skipped: [], label: '' }),
      delivery: {
        recipients: (ids: Iterable<string>) => [...ids].map((agentId) => ({ agentId })),
        deliver: async (claimed: unknown[]) => void delivered.push(claimed.length),
      } as never,
      dispatcher: { nudge: (ids: string[]) => expect(ids).toEqual([]) } as never,
      live: { emit: () => {} },
      announce: async () => {},
      now: Date.now,
    })
    const by = { userId: chosen[0]?.ownerId, username: 'ada', ip: '' } as never
    await enqueue(by, { command: 'ping' }, { key: null, requestHash: '' })
  })
  expect(claims.reduce((sum, count) => sum + count, 0)).toBe(251)
  expect(Math.max(...claims)).toBe(CLAIMED_MAX)
  expect(delivered).toEqual(claims)
})
