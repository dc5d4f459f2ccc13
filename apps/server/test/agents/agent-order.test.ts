import type { AgentSort } from '@atalaya/contract/agent-listing'
import { type Agent, agents } from '@atalaya/contract/agents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

type Machine = {
  name: string
  status: Agent['status']
  version: string
  system: string
  seen: number | null
  cpu: number | null
  disk: number | null
}
const machine = (name: string, rest: Partial<Machine> = {}): Machine => ({
  name,
  status: 'online',
  version: '1.9.0',
  system: 'Debian 13',
  seen: 1000,
  cpu: 5,
  disk: 50,
  ...rest,
})

/** In the order in which they were registered. */
const MACHINES = [
  machine('machine 10', { disk: 97.5, seen: 3000 }),
  machine('Machine 9', { disk: 12, status: 'offline', version: '1.10.0' }),
  machine('äther', { disk: null, cpu: null, seen: null, status: 'pending', version: '', system: '' }),
  machine('zoo', { cpu: 99, system: 'Ubuntu 24.04' }),
  machine('bee', { cpu: 5, status: 'degraded', disk: 50 }),
]

let it: TestApp
let token: string
let other: string
let admin: string

beforeAll(async () => {
  it = await createTestApp()
  admin = (await it.signUp('admin')).tokens.accessToken
  const ada = await it.signUp('ada')
  token = ada.tokens.accessToken
  other = (await it.signUp('bob')).tokens.accessToken
  for (const machine of MACHINES) await add(machine)
})
afterAll(() => it.close())

async function add({ name, status, version, system, seen, cpu, disk }: Machine): Promise<void> {
  const { body } = await it.call(agents.register, { body: { name, tags: [`tag of ${name}`] } }, token)
  const { agentId: id } = body.data.agent as Agent
  await it.withDatabase(async (db) => {
    const version_key = version.replace(/\d+/g, (digits) => digits.padStart(10, '0'))
    const { ref } = await db
      .updateTable('agents')
      .set({ status, version_key, system, last_seen: seen })
      .where('id', '=', id)
      .returning('ref')
      .executeTakeFirstOrThrow()
    await db.updateTable('agent_numbers').set({ at: 1, cpu, disk }).where('ref', '=', ref).execute()
  })
}

type Query = Record<string, string | string[]>

async function names(query: Query, callerToken = token): Promise<string[]> {
  const { body, status } = await it.call(agents.list, { query }, callerToken)
  expect(status).toBe(200)
  return body.data.agents.map(({ name }: Agent) => name)
}

const ORDERS: Record<AgentSort, string[]> = {
  status: ['Machine 9', 'bee', 'äther', 'machine 10', 'zoo'],
  name: ['bee', 'Machine 9', 'machine 10', 'zoo', 'äther'],
  lastSeen: ['machine 10', 'bee', 'zoo', 'Machine 9', 'äther'],
  version: ['äther', 'machine 10', 'zoo', 'bee', 'Machine 9'],
  cpu: ['zoo', 'bee', 'Machine 9', 'machine 10', 'äther'],
  memory: ['bee', 'zoo', 'äther', 'Machine 9', 'machine 10'],
  disk: ['machine 10', 'bee', 'zoo', 'Machine 9', 'äther'],
  temperature: ['bee', 'zoo', 'äther', 'Machine 9', 'machine 10'],
}
const isAscendingByDefault = (sort: AgentSort) => ['status', 'name', 'version'].includes(sort)
/** Number of agents without a value for each order; they come last in both directions. */
const UNKNOWN: Partial<Record<AgentSort, number>> = { cpu: 1, memory: 5, disk: 1, temperature: 5 }

/** The names in the other direction; agents without a value stay last. */
function otherDirectionOf(sort: AgentSort, wanted: string[]): string[] {
  const known = wanted.length - (UNKNOWN[sort] ?? 0)
  return [...wanted.slice(0, known).toReversed(), ...wanted.slice(known).toReversed()]
}

describe.each(Object.entries(ORDERS) as [AgentSort, string[]][])('the list sorted by %s', (sort, wanted) => {
  test('is correct in both directions, with equal agents always in the same order', async () => {
    expect(await names({ sort })).toEqual(wanted)
    const order = isAscendingByDefault(sort) ? 'desc' : 'asc'
    expect(await names({ sort, order })).toEqual(otherDirectionOf(sort, wanted))
  })

  test.each(['asc', 'desc'])('contains every agent once, by page number and by cursor: %s', async (order) => {
    const isDefault = isAscendingByDefault(sort) === (order === 'asc')
    const inOrder = isDefault ? ORDERS[sort] : otherDirectionOf(sort, ORDERS[sort])
    for (const filter of [{}, { status: 'online,offline,pending,degraded' }] as Record<string, string>[]) {
      await expectByPageAndCursor({ sort, order, ...filter }, inOrder)
    }
  })
})

async function expectByPageAndCursor(query: Record<string, string>, wanted: string[]): Promise<void> {
  const byPage: string[] = []
  for (const page of ['1', '2', '3']) byPage.push(...(await names({ ...query, page, pageSize: '2' })))
  expect(byPage).toEqual(wanted)

  const byCursor: string[] = []
  let after: string | undefined
  // Stops even if the cursor never reaches the end: then there are more agents than expected.
  while (byCursor.length <= wanted.length) {
    const pageQuery = { ...query, pageSize: '2', ...(after && { after }) }
    const { body } = await it.call(agents.list, { query: pageQuery }, token)
    const found: Agent[] = body.data.agents
    if (found.length === 0) break
    byCursor.push(...found.map(({ name }) => name ?? ''))
    after = found.at(-1)?.agentId
  }
  expect(byCursor).toEqual(wanted)
}

test.each([
  ['one status', { status: 'offline' }, ['Machine 9']],
  ['several statuses', { status: 'offline,degraded' }, ['bee', 'Machine 9']],
  ['a tag', { tag: 'tag of zoo' }, ['zoo']],
  ['a tag in another spelling', { tag: 'TAG of zoo' }, []],
  ['a system', { system: 'Debian 13' }, ['bee', 'Machine 9', 'machine 10']],
  ['a version', { version: '1.10.0' }, ['Machine 9']],
  ['trouble', { trouble: 'true' }, ['bee', 'Machine 9', 'machine 10']],
  ['trouble and a version', { trouble: 'true', version: '1.9.0' }, ['bee', 'machine 10']],
  ['a tag, by search', { query: 'AG OF ZO' }, ['zoo']],
  ['a status, by search', { query: 'degr' }, ['bee']],
])('the list finds agents with %s', async (_what, query, wanted) => {
  expect(await names({ sort: 'name', ...query })).toEqual(wanted)
  expect((await names(query)).toSorted()).toEqual(wanted.toSorted())
  expect(await names(query, other)).toEqual([])
})

describe('values of one kind of filter are combined with "or", kinds with "and"', () => {
  let ada: string
  let bob: string
  beforeAll(async () => {
    const body = { name: 'cat', tags: ['cats', 'comma, it'] }
    const { agent } = (await it.call(agents.register, { body }, other)).body.data
    bob = agent.user._id
    ada = (await it.call(agents.list, {}, token)).body.data.agents[0].user._id
  })

  test.each<[Query, string[]]>([
    [{ tag: ['tag of zoo', 'tag of bee'] }, ['bee', 'zoo']],
    [{ tag: ['tag of zoo', 'tag of bee'], status: 'degraded' }, ['bee']],
    [{ system: ['Ubuntu 24.04', ''] }, ['zoo', 'äther']],
    [{ version: ['1.10.0', '1.9', ''] }, ['Machine 9', 'äther']],
  ])('%j', async (query, wanted) => {
    expect(await names({ sort: 'name', ...query })).toEqual(wanted)
    expect((await names(query)).toSorted()).toEqual(wanted.toSorted())
  })

  test('the filter by owners works for administrators, and members find only their own agents', async () => {
    const both = { sort: 'name', ownerId: [ada, bob] }
    expect(await names(both, admin)).toEqual(['bee', 'cat', 'Machine 9', 'machine 10', 'zoo', 'äther'])
    expect(await names({ ...both, tag: ['comma, it', 'tag of zoo'] }, admin)).toEqual(['cat', 'zoo'])
    expect(await names({ ownerId: [bob, 'nobody'] }, admin)).toEqual(['cat'])
    expect(await names(both, other)).toEqual(['cat'])
    expect(await names({ ownerId: [ada] }, other)).toEqual([])
  })

  test.each(['tag', 'ownerId', 'system', 'version'])('accepts at most twenty of a kind: %s', async (kind) => {
    const queryOf = (count: number) => ({ [kind]: Array.from({ length: count }, (_, n) => String(n)) })
    expect(await names(queryOf(20))).toEqual([])
    expect((await it.call(agents.list, { query: queryOf(21) }, token)).status).toBe(400)
  })
})

test.each<Record<string, string>>([
  { status: 'asleep' },
  { sort: 'ip' },
  { order: 'up' },
  { trouble: 'yes' },
  { tag: 'x'.repeat(41) },
  { status: '' },
])('the list refuses %j', async (query) => {
  expect((await it.call(agents.list, { query }, token)).status).toBe(400)
})

test('the list contains each agent’s numbers, with null for those never reported', async () => {
  const { body } = await it.call(agents.list, { query: { sort: 'disk' } }, token)
  expect(body.data.agents[0].numbers).toEqual({ cpu: 5, memory: null, disk: 97.5, temperature: null })
})

test('the filter by tag uses the current tags', async () => {
  const { body } = await it.call(agents.register, { body: { name: 'moved', tags: ['old'] } }, token)
  const params = { id: body.data.agent.agentId as string }
  await it.call(agents.edit, { params, body: { tags: ['new'] } }, token)
  expect([await names({ tag: 'old' }), await names({ tag: 'new' })]).toEqual([[], ['moved']])
  await it.call(agents.remove, { params }, token)
  expect(await names({ tag: 'new' })).toEqual([])
})

test('the facets contain the systems and versions of the agents that the caller may see', async () => {
  const facets = async (by: string) => (await it.call(agents.facets, {}, by)).body.data
  const expected = { systems: ['Debian 13', 'Ubuntu 24.04'], versions: ['1.10.0', '1.9.0'] }
  for (const by of [token, admin]) expect(await facets(by)).toEqual(expected)
  expect(await facets(other)).toEqual({ systems: [], versions: [] })
  for (const version of expected.versions) expect((await names({ version })).length).toBeGreaterThan(0)
})
