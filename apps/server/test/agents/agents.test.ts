import { randomUUID } from 'node:crypto'
import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let admin: string
let ada: string
let bob: string
beforeEach(async () => {
  it = await createTestApp()
  admin = (await it.signUp('admin')).tokens.accessToken
  ada = (await it.signUp('ada')).tokens.accessToken
  bob = (await it.signUp('bob')).tokens.accessToken
})
afterEach(() => it.close())

async function register(token: string, body: object = {}) {
  const { body: answer } = await it.call(agents.register, { body }, token)
  return answer.data as { agent: { agentId: string; _id: string }; token: string }
}
const names = (body: { data: { agents: { name: string }[] } }) => body.data.agents.map((agent) => agent.name)

describe('registering', () => {
  test('I1 returns the agent and a token that is never shown again', async () => {
    const { status, body } = await it.call(
      agents.register,
      { body: { name: ' Kitchen ', tags: ['home', 'home'] } },
      ada,
    )
    expect(status).toBe(200)
    expect(body.data.token).toBe(`ag_${body.data.agent.agentId}_${body.data.token.slice(-43)}`)
    expect(body.data.agent).toMatchObject({
      name: 'Kitchen',
      tags: ['home'],
      status: 'pending',
      isOnline: false,
      user: { username: 'ada' },
      lastSeen: null,
    })
    const again = await it.call(agents.get, { params: { id: body.data.agent.agentId } }, ada)
    expect(JSON.stringify(again.body)).not.toContain(body.data.token.slice(-43))
  })

  test('needs no name, and refuses a long name and unknown fields', async () => {
    expect((await it.call(agents.register, {}, ada)).status).toBe(200)
    expect((await it.call(agents.register, { body: { name: 'x'.repeat(81) } }, ada)).status).toBe(400)
    expect((await it.call(agents.register, { body: { owner: 'me' } }, ada)).status).toBe(400)
  })

  test('gives 20 simultaneous registrations distinct ids', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => register(ada)))
    expect(new Set(all.map(({ agent }) => agent.agentId)).size).toBe(20)
  })
})

describe('access to agents', () => {
  test('a user lists only their own agents, an administrator lists all', async () => {
    await register(ada, { name: 'a' })
    await register(bob, { name: 'b' })
    expect(names((await it.call(agents.list, {}, ada)).body)).toEqual(['a'])
    expect(names((await it.call(agents.list, {}, admin)).body).sort()).toEqual(['a', 'b'])
  })

  test('an administrator lists only their own agents on request', async () => {
    await register(ada, { name: 'a' })
    await register(admin, { name: 'own' })
    expect(names((await it.call(agents.list, { query: { owner: 'me' } }, admin)).body)).toEqual(['own'])
    expect(names((await it.call(agents.list, { query: { owner: 'me' } }, ada)).body)).toEqual(['a'])
    expect((await it.call(agents.list, { query: { owner: 'ada' } }, admin)).status).toBe(400)
  })

  test('every call for an agent of somebody else answers as if that agent did not exist', async () => {
    const { agent } = await register(ada)
    const missing = { params: { id: 'no-such-agent' } }
    const foreign = { params: { id: agent.agentId } }
    for (const [route, body] of [
      [agents.get],
      [agents.edit, { name: 'mine' }],
      [agents.remove],
      [agents.renewToken],
    ] as const) {
      const ofForeign = await it.call(route, { ...foreign, body }, bob)
      const ofMissing = await it.call(route, { ...missing, body }, bob)
      expect(ofForeign.status).toBe(404)
      expect([ofForeign.body.error, ofForeign.body.code]).toEqual([ofMissing.body.error, ofMissing.body.code])
    }
    expect((await it.call(agents.get, foreign, admin)).status).toBe(200)
  })

  test('a request with an account’s id returns its agents, to the account and to administrators', async () => {
    const { body } = await it.call(agents.get, { params: { id: (await register(ada)).agent.agentId } }, ada)
    const owner = { params: { id: body.data.agent.user._id } }
    const answer = (await it.call(agents.get, owner, ada)).body.data
    expect([answer.agents.length, answer.total, answer.online]).toEqual([1, 1, 0])
    expect((await it.call(agents.get, owner, admin)).body.data.agents).toHaveLength(1)
    expect((await it.call(agents.get, owner, bob)).status).toBe(404)
    const nobody = { params: { id: randomUUID() } }
    for (const who of [ada, admin]) expect((await it.call(agents.get, nobody, who)).status).toBe(404)
  })

  test('the totals count the whole fleet for everybody', async () => {
    await register(ada)
    await register(bob)
    expect((await it.call(agents.stats, {}, bob)).body.data).toEqual({ agentsTotal: 2, agentsOnline: 0 })
  })
})

describe('the list', () => {
  test('is split into pages and contains the number of pages', async () => {
    for (const n of [1, 2, 3]) await register(ada, { name: `n${n}` })
    const first = await it.call(agents.list, { query: { page: '1', pageSize: '2' } }, ada)
    const second = await it.call(agents.list, { query: { page: '2', pageSize: '2' } }, ada)
    expect(first.body.data.pagination).toEqual({ total: 3, current: 1, pages: 2, pageSize: 2 })
    expect([...names(first.body), ...names(second.body)].sort()).toEqual(['n1', 'n2', 'n3'])
    const empty = await it.call(agents.list, {}, bob)
    expect(empty.body.data.pagination).toEqual({ total: 0, current: 1, pages: 1, pageSize: 10 })
    const wrong: Record<string, string>[] = [{ page: '0' }, { pageSize: '1000' }, { pageSize: 'many' }]
    for (const query of wrong) expect((await it.call(agents.list, { query }, ada)).status).toBe(400)
  })

  test('continues after the last known agent although newer agents were registered', async () => {
    const walker = (await it.signUp()).tokens.accessToken
    for (let n = 0; n < 7; n++) await register(walker)
    const idsAfter = async (after?: string, pageSize = '3') => {
      const query = { pageSize, ...(after && { after }) }
      const { body } = await it.call(agents.list, { query }, walker)
      return (body.data.agents as { agentId: string }[]).map(({ agentId }) => agentId)
    }
    const registered = await idsAfter(undefined, '10')
    await register(walker)
    expect(await idsAfter(registered[2])).toEqual(registered.slice(3, 6))
    expect(await idsAfter(registered[5])).toEqual(registered.slice(6))
    expect(await idsAfter(registered[6])).toEqual([])
    expect((await it.call(agents.list, { query: { after: randomUUID() } }, walker)).status).toBe(404)
  })

  test.each([
    ['KITCH', ['Kitchen ÑU']],
    ['ñu', ['Kitchen ÑU']],
    ['50%', ['50% off']],
    ['%', ['50% off']],
    ['_', ['snake_case']],
    ['"', []],
    ['nothing', []],
  ])('finds %s, ignoring case and taking every letter literally', async (query, expected) => {
    for (const name of ['Kitchen ÑU', '50% off', 'snake_case']) await register(ada, { name })
    const { body } = await it.call(agents.list, { query: { query } }, ada)
    expect(names(body)).toEqual(expected)
    expect(body.data.pagination.total).toBe(expected.length)
  })

  test('finds an agent by a part of its id', async () => {
    const { agent } = await register(ada, { name: 'x' })
    const { body } = await it.call(agents.list, { query: { query: agent.agentId.slice(4, 20).toUpperCase() } }, ada)
    expect(names(body)).toEqual(['x'])
  })
})
