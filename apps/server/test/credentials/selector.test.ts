import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import type { Route } from '@atalaya/contract/route'
import { SCOPES, type Scope } from '@atalaya/contract/scopes'
import { telemetry } from '@atalaya/contract/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractRoutes } from '#test/support/contract-routes.ts'
import { type CallOptions, createTestApp, type TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'

const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
const everything = Object.keys(SCOPES) as Scope[]

let it: TestApp
/** Two tokens: the selector of the first names tags, that of the second names ids. */
let narrowTokens: string[]
const ids: Record<string, string> = {}
const commandIds: Record<string, string> = {}

/** An administrator with agents in the hall and one outside of it, each with a record and a command. */
beforeAll(async () => {
  it = await createTestApp()
  const ownerToken = (await it.signUp('ada')).tokens.accessToken
  const tags: Record<string, string[]> = { hall: ['hall'], closet: ['hall', 'shut'], outside: ['yard'] }
  for (const [name, tagged] of Object.entries(tags)) {
    const { agent, token } = (await it.call(agents.register, { body: { name, tags: tagged } }, ownerToken)).body.data
    ids[name] = agent.agentId
    await it.call(telemetry.push, { params: { id: agent.agentId }, body: { data: name } }, token)
    const body = { command: 'backup', agentId: agent.agentId }
    commandIds[name] = (await it.call(commands.send, { body }, ownerToken)).body.data.commands[0].commandId
  }
  // The agent outside is the upstream of one inside. Answers about the one inside must not reveal it.
  await it.call(agents.edit, { params: { id: ids.hall ?? '' }, body: { behind: ids.outside } }, ownerToken)
  const selectors = [{ tags: ['hall'], without: ['shut'] }, { agentIds: [ids.hall ?? ''] }]
  const creations = selectors.map((selector) => newTokenOf(it, ownerToken, { scopes: everything, selector }))
  narrowTokens = (await Promise.all(creations)).map(({ token }) => token)
})
afterAll(() => it.close())

/** Calls about many agents: some of these agents are outside of the token's selector. */
const requests: [Route, CallOptions?][] = [
  [agents.list],
  [agents.list, { query: { tag: 'yard' } }],
  [agents.list, { query: { query: 'outside' } }],
  [agents.list, { query: { owner: 'me', sort: 'name' } }],
  [agents.latest],
  [agents.tags],
  [commands.reach],
  [commands.reach, { query: { tag: 'yard' } }],
]

test('M4 an agent outside of the selector is in no list, search or count', async () => {
  for (const token of narrowTokens) {
    for (const [route, options] of requests) {
      const { status, body } = await it.call(route, options, token)
      expect([route.path, status]).toEqual([route.path, 200])
      const text = JSON.stringify(body)
      for (const name of ['outside', 'closet'])
        expect([route.path, text.includes(ids[name] ?? '?')]).toEqual([route.path, false])
      expect(text).not.toContain('yard')
    }
    const total = async (route: Route, query = {}) => {
      const { data } = (await it.call(route, { query }, token)).body
      return data.pagination?.total ?? data.total
    }
    expect(await total(agents.list)).toBe(1)
    expect(await total(agents.list, { tag: 'yard' })).toBe(0)
    expect(await total(commands.reach)).toBe(1)
    const compared = { ...span, ids: Object.values(ids).join() }
    const { data } = (await it.call(telemetry.compare, { query: compared }, token)).body
    expect(data.agents.map(({ agentId }: { agentId: string }) => agentId)).toEqual([ids.hall])
    const csv = await it.app.inject({ url: '/api/v1/agents.csv', headers: { authorization: `Bearer ${token}` } })
    expect([csv.statusCode, csv.body.includes('hall'), /outside|closet/.test(csv.body)]).toEqual([200, true, false])
  }
})

/** Calls about one agent. */
const requestsForOne: [Route, unknown?, Record<string, string>?][] = [
  [agents.get],
  [agents.records],
  [agents.record],
  [telemetry.range, undefined, span],
  [commands.capabilities],
  [commands.listOfAgent],
  [agents.edit, { name: 'mine' }],
  [agents.remove],
]

test('M4 every call answers 404 for an agent outside of the selector', async () => {
  for (const token of narrowTokens) {
    for (const [route, body, query] of requestsForOne) {
      for (const name of ['outside', 'closet']) {
        const answer = await it.call(
          route,
          { params: { id: ids[name] ?? '', recordId: 'x' }, body, ...(query && { query }) },
          token,
        )
        expect([route.path, answer.status, answer.body.code]).toEqual([route.path, 404, 'agents.not_found'])
      }
    }
    const params = { id: ids.hall ?? '' }
    for (const answer of [
      await it.call(agents.get, { params }, token),
      await it.call(agents.edit, { params, body: { name: 'hall' } }, token),
    ]) {
      expect([answer.status, answer.body.data.agent.behind]).toEqual([200, null])
    }
    for (const route of [commands.get, commands.cancel]) {
      const { status, body } = await it.call(route, { params: { id: commandIds.outside ?? '' } }, token)
      expect([status, body.code]).toEqual([404, 'commands.not_found'])
    }
    expect((await it.call(commands.get, { params: { id: commandIds.hall ?? '' } }, token)).status).toBe(200)
  }
})

test('M4 commands reach no agent outside of the selector', async () => {
  for (const token of narrowTokens) {
    for (const route of [commands.preview, commands.send]) {
      const send = (body: object) => it.call(route, { body: { command: 'backup', ...body } }, token)
      expect((await send({ agentId: ids.outside })).status).toBe(404)
      expect((await send({ agentIds: Object.values(ids) })).status).toBe(404)
      expect((await send({ tag: 'yard' })).body.code).toBe('commands.no_target')
      const { data } = (await send({})).body
      expect(data.total ?? data.enqueued).toBe(1)
    }
  }
})

test('an idempotency key belongs to one token, not to its owner', async () => {
  const [token = '', otherToken = ''] = narrowTokens
  expect((await it.call(agents.list, {}, otherToken)).status).toBe(200)
  const headers = { 'idempotency-key': 'nightly' }
  const body = { command: 'backup' }
  const first = (await it.call(commands.send, { body, headers }, token)).body.data
  const again = (await it.call(commands.send, { body, headers }, token)).body.data
  const other = (await it.call(commands.send, { body, headers }, otherToken)).body.data
  expect(again.batchId).toBe(first.batchId)
  expect(other.batchId).not.toBe(first.batchId)
})

test('M4 a token with a selector is refused every other call', async () => {
  const allowed: string[] = []
  for (const route of contractRoutes().filter(({ access, scope }) => access === 'user' && scope)) {
    const body = route.method === 'GET' ? undefined : {}
    const answer = await it.call(
      route,
      { params: { id: 'x', slug: 'x', key: 'x', widgetId: 'x', moduleId: 'x', photoId: 'x', recordId: 'x' }, body },
      narrowTokens[0],
    )
    const isRefused = answer.status === 403 && answer.body.code === 'tokens.selector_refused'
    if (!isRefused) allowed.push(`${route.method} ${route.path}`)
    expect([route.path, isRefused]).toEqual([route.path, route.allowsSelector !== true])
  }
  // Calls of the tests above, and those about the owner.
  const tried = [
    ...requests,
    ...requestsForOne,
    [telemetry.compare],
    [commands.get],
    [commands.cancel],
    [commands.preview],
    [commands.send],
  ]
  const known = tried.map(([route]) => `${(route as Route).method} ${(route as Route).path}`)
  expect(allowed.filter((call) => !known.includes(call))).toEqual(['GET /auth/me'])
  const { statusCode, body } = await it.app.inject({
    url: '/api/v1/events',
    headers: { authorization: `Bearer ${narrowTokens[0]}` },
  })
  expect([statusCode, JSON.parse(body).code]).toEqual([403, 'tokens.selector_refused'])
})
