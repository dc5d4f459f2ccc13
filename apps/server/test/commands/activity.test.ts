import { auth } from '@atalaya/contract/auth'
import { type Batch, commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext } from '#test/support/command-world.ts'

const DAY_MS = 24 * 60 * 60_000

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

async function activity(token: string, query: Record<string, string> = {}) {
  const { status, body } = await it.call(commands.activity, { query }, token)
  return { status, batches: (body.data?.batches ?? []) as Batch[], pagination: body.data?.pagination }
}
const names = async (token: string, query: Record<string, string> = {}) =>
  (await activity(token, query)).batches.map(({ command }) => command)
const batchOf = async (id: string, token: string): Promise<Batch> =>
  (await it.call(commands.batch, { params: { id } }, token)).body.data.batch

describe('a command that a user sent', () => {
  test('is listed with its progress, newest first', async () => {
    const nas = await it.register(it.ada, 'nas')
    await it.register(it.ada, 'pi')
    await it.sendOne(nas.id, 'backup')
    it.advance(1000)
    await it.send({ command: 'ping' })
    const { batches, pagination } = await activity(it.ada)
    expect(batches).toMatchObject([
      { command: 'ping', total: 2, counts: { queued: 2 }, agent: null, requestedBy: { username: 'ada' } },
      { command: 'backup', total: 1, counts: { queued: 1 }, agent: { agentId: nas.id, name: 'nas' } },
    ])
    expect(pagination).toMatchObject({ total: 2, pages: 1 })
    expect(await names(it.ada, { pageSize: '1', page: '2' })).toEqual(['backup'])
  })

  test('is not listed for others, even administrators', async () => {
    const { id } = await it.register(it.ada)
    await it.sendOne(id)
    expect(await names(it.bob)).toEqual([])
    expect(await names(it.admin)).toEqual([])
  })

  test.each([
    ['a page that is too large', { pageSize: '21' }],
    ['an unknown kind', { show: 'all' }],
    ['page 0', { page: '0' }],
  ])('the list refuses %s', async (_what, query) => {
    expect((await activity(it.ada, query)).status).toBe(400)
  })
})

describe('a running or failed command', () => {
  test('is listed for the owner of its agent and for administrators', async () => {
    const agent = await it.register(it.ada)
    const id = await it.sendOne(agent.id, 'backup')
    const [open, wrong] = [{ show: 'open' }, { show: 'wrong' }]
    for (const token of [it.ada, it.admin]) expect(await names(token, open)).toEqual(['backup'])
    expect(await names(it.bob, open)).toEqual([])

    const client = await it.connect(agent.token)
    await finish(client, (await startNext(client)).execId, { status: 'failed', exitCode: 1 })
    expect(await it.status(id)).toBe('failed')
    expect(await names(it.ada, open)).toEqual([])
    for (const token of [it.ada, it.admin]) expect(await names(token, wrong)).toEqual(['backup'])
    expect(await names(it.bob, wrong)).toEqual([])
  })

  test('is listed as failed for one day', async () => {
    const agent = await it.register(it.ada)
    await it.sendOne(agent.id, 'backup')
    const client = await it.connect(agent.token)
    await finish(client, (await startNext(client)).execId, { status: 'failed', exitCode: 1 })
    it.advance(DAY_MS)
    expect(await names(await signInAgain('ada'), { show: 'wrong' })).toEqual(['backup'])
    it.advance(1)
    expect(await names(await signInAgain('ada'), { show: 'wrong' })).toEqual([])
  })

  test('is not listed as failed if it succeeded or was cancelled', async () => {
    const agent = await it.register(it.ada)
    const id = await it.sendOne(agent.id, 'backup')
    await it.call(commands.cancel, { params: { id } }, it.ada)
    expect(await it.status(id)).toBe('cancelled')
    expect(await names(it.ada, { show: 'wrong' })).toEqual([])
  })
})

test('the sender sees how many agents were left out, and an agent’s owner does not', async () => {
  const here = await it.register(it.ada, 'here')
  await it.register(it.bob, 'away')
  await it.register(it.bob, 'gone')
  await it.connect(here.token)
  const { body } = await it.send({ command: 'ping', onlineOnly: true }, it.admin)
  const { batchId } = body.data
  const leftOut = [{ reason: 'The agent is away', count: 2 }]
  expect(await batchOf(batchId, it.admin)).toMatchObject({ total: 1, leftOut, agent: { name: 'here' } })
  expect(await batchOf(batchId, it.ada)).toMatchObject({ total: 1, leftOut: [] })
})

/** Signs in again, as a token expires within a day. */
async function signInAgain(name: string): Promise<string> {
  const { body } = await it.call(auth.login, { body: { username: name, password: 'correct horse battery' } })
  return body.data.tokens.accessToken
}
