import { agents } from '@atalaya/contract/agents'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'

let it: TestApp
let clock: { now: number }
let admin: string
let ada: { tokens: { accessToken: string }; user: { _id: string } }
beforeEach(async () => {
  clock = { now: Date.now() }
  it = await createTestApp({ now: () => clock.now, times: { presenceEveryMs: 10 } })
  admin = (await it.signUp('admin')).tokens.accessToken
  ada = await it.signUp('ada')
})
afterEach(() => it.close())

const register = async (name: string) =>
  (await it.call(agents.register, { body: { name } }, ada.tokens.accessToken)).body.data
const listAgents = async (token = ada.tokens.accessToken, etag?: string) =>
  it.call(agents.list, { headers: etag === undefined ? {} : { 'if-none-match': etag } }, token)
const etagOf = async (token?: string) => String((await listAgents(token)).headers.etag)

describe('a client that has the current list', () => {
  test('gets 304 and no body', async () => {
    await register('a')
    const { status, body } = await listAgents(undefined, await etagOf())
    expect([status, body]).toEqual([304, null])
  })

  test.each([
    ['a name', (id: string) => it.call(agents.edit, { params: { id }, body: { name: 'b' } }, admin)],
    ['a removal', (id: string) => it.call(agents.remove, { params: { id } }, admin)],
    ['a new agent', () => register('b')],
    ["its owner's name", () => it.call(users.edit, { params: { id: ada.user._id }, body: { name: 'Augusta' } }, admin)],
  ])('gets the list again after a change: %s', async (_what, change) => {
    const { agent } = await register('a')
    const etag = await etagOf()
    await change(agent.agentId)
    const { status, body } = await listAgents(undefined, etag)
    expect(status).toBe(200)
    // By the id of a user, this call returns the agents of that user.
    const ofAda = await it.call(agents.get, { params: { id: ada.user._id } }, ada.tokens.accessToken)
    expect(body.data.agents).toEqual(ofAda.body.data.agents)
    expect(body.data.pagination.total).toBe(ofAda.body.data.total)
  })

  test('gets the list again when an agent has connected', async () => {
    const { token } = await register('a')
    const etag = await etagOf()
    const client = await connectAgent(await it.listen(), token)
    await expect
      .poll(async () => (await listAgents(undefined, etag)).body?.data.agents[0])
      .toMatchObject({ name: 'a', isOnline: true })
    client.kill()
  })

  test('gets only the agents that it may still see after its role changed', async () => {
    await register('a')
    await it.call(users.setRole, { params: { id: ada.user._id }, body: { role: 'admin' } }, admin)
    await it.call(agents.register, { body: { name: 'of the other' } }, admin)
    const etag = await etagOf()
    expect((await listAgents()).body.data.pagination.total).toBe(2)
    await it.call(users.setRole, { params: { id: ada.user._id }, body: { role: 'user' } }, admin)
    const { status, body } = await listAgents(undefined, etag)
    expect([status, body.data.pagination.total]).toEqual([200, 1])
  })

  test('gets its own list if it sends the ETag of another user', async () => {
    await register('a')
    const { status, body } = await listAgents((await it.signUp('bob')).tokens.accessToken, await etagOf())
    expect([status, body.data.agents]).toEqual([200, []])
  })
})

test('a token for some agents gets only these, right after its owner got all', async () => {
  const { agent } = await register('a')
  await register('b')
  const selector = { agentIds: [agent.agentId] }
  const { token } = await newTokenOf(it, ada.tokens.accessToken, { scopes: ['agents:read'], selector })
  const names = async (by?: string) =>
    (await listAgents(by)).body.data.agents.map(({ name }: { name: string }) => name).sort()
  expect([await names(), await names(token), await names()]).toEqual([['a', 'b'], ['a'], ['a', 'b']])
})

test('after the clock was set back, no last contact is in the future', async () => {
  const { agent } = await register('a')
  const seen = { last_seen: clock.now }
  await it.withDatabase((db) => db.updateTable('agents').set(seen).where('id', '=', agent.agentId).execute())
  await listAgents()
  clock.now -= 60_000
  expect((await listAgents()).body.data.agents[0].lastSeen).toBe(new Date(clock.now).toISOString())
})
