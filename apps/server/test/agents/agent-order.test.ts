import { type AgentSort, agentSort } from '@atalaya/contract/agent-listing'
import { type Agent, agents } from '@atalaya/contract/agents'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentFilter } from '#server/agents/agent-filter.repo.ts'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { captureStatements } from '#test/support/query-plans.ts'
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
  ...{ name, status: 'online', version: '1.9.0', system: 'Debian 13', seen: 1000, cpu: 5, disk: 50 },
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
  for (const one of MACHINES) await add(one)
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

async function names(query: Record<string, string>, as = token): Promise<string[]> {
  const { body, status } = await it.call(agents.list, { query }, as)
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
const isFromTheLowest = (sort: AgentSort) => ['status', 'name', 'version'].includes(sort)

describe.each(Object.entries(ORDERS) as [AgentSort, string[]][])('in the order of %s', (sort, wanted) => {
  test('one way and the other, who is equal always in the same order', async () => {
    expect(await names({ sort })).toEqual(wanted)
    expect(await names({ sort, order: isFromTheLowest(sort) ? 'desc' : 'asc' })).toEqual(wanted.toReversed())
  })

  test('page by page, and from the last one on, nobody is left out or comes twice', async () => {
    const pages: string[] = []
    for (const page of ['1', '2', '3']) pages.push(...(await names({ sort, page, pageSize: '2' })))
    expect(pages).toEqual(wanted)

    const behind: string[] = []
    let after: string | undefined
    // One that comes to no end would find more than there are.
    while (behind.length <= wanted.length) {
      const { body } = await it.call(agents.list, { query: { sort, pageSize: '2', ...(after && { after }) } }, token)
      const found: Agent[] = body.data.agents
      if (found.length === 0) break
      behind.push(...found.map(({ name }) => name ?? ''))
      after = found.at(-1)?.agentId
    }
    expect(behind).toEqual(wanted)
  })
})

test.each([
  ['one status', { status: 'offline' }, ['Machine 9']],
  ['several statuses', { status: 'offline,degraded' }, ['bee', 'Machine 9']],
  ['a tag', { tag: 'tag of zoo' }, ['zoo']],
  ['a tag in another spelling', { tag: 'TAG of zoo' }, []],
  ['a system', { system: 'Debian 13' }, ['bee', 'Machine 9', 'machine 10']],
  ['a version', { version: '1.10.0' }, ['Machine 9']],
  ['a trouble', { trouble: 'true' }, ['bee', 'Machine 9', 'machine 10']],
  ['two things at once', { trouble: 'true', version: '1.9.0' }, ['bee', 'machine 10']],
  ['a tag, by search', { query: 'AG OF ZO' }, ['zoo']],
  ['a status, by search', { query: 'degr' }, ['bee']],
])('finds those with %s', async (_what, query, wanted) => {
  expect(await names({ sort: 'name', ...query })).toEqual(wanted)
  expect((await names(query)).toSorted()).toEqual(wanted.toSorted())
  expect(await names(query, other)).toEqual([])
})

test.each<Record<string, string>>([
  { status: 'asleep' },
  { sort: 'ip' },
  { order: 'up' },
  { trouble: 'yes' },
  { tag: 'x'.repeat(41) },
  { status: '' },
])('refuses %j', async (query) => {
  expect((await it.call(agents.list, { query }, token)).status).toBe(400)
})

test('the numbers stand beside the agent; one that told none has none', async () => {
  const { body } = await it.call(agents.list, { query: { sort: 'disk' } }, token)
  expect(body.data.agents[0].numbers).toEqual({ cpu: 5, memory: null, disk: 97.5, temperature: null })
})

test('tags are found as they are now', async () => {
  const { body } = await it.call(agents.register, { body: { name: 'moved', tags: ['old'] } }, token)
  const params = { id: body.data.agent.agentId as string }
  await it.call(agents.edit, { params, body: { tags: ['new'] } }, token)
  expect([await names({ tag: 'old' }), await names({ tag: 'new' })]).toEqual([[], ['moved']])
  await it.call(agents.remove, { params }, token)
  expect(await names({ tag: 'new' })).toEqual([])
})

test('systems and versions that occur can be listed by, and nobody sees those of others', async () => {
  const facets = async (by: string) => (await it.call(agents.facets, {}, by)).body.data
  const told = { systems: ['Debian 13', 'Ubuntu 24.04'], versions: ['1.10.0', '1.9.0'] }
  for (const by of [token, admin]) expect(await facets(by)).toEqual(told)
  expect(await facets(other)).toEqual({ systems: [], versions: [] })
  for (const version of told.versions) expect((await names({ version })).length).toBeGreaterThan(0)
})

describe('among a million', () => {
  const captured = captureStatements()
  afterAll(captured.stop)
  const FILTERS: [string, AgentFilter][] = [
    ['all', {}],
    ['those with a status', { status: ['online', 'offline'] }],
    ['those with a tag', { tag: 'hall' }],
    ['those of an owner', { ownerId: 'somebody' }],
    ['those with a system', { system: 'Debian' }],
    ['those in trouble', { trouble: 'any' }],
    ['those over a bound', { trouble: 'critical' }],
    ['those with one of some versions', { versionKeys: ['1', '2'] }],
  ]

  /** SQLite has no statistics here: its plan is the same for five agents and for a million. */
  test.each(FILTERS)('%s are gone through in the order of an index until the page is full', async (_name, filter) => {
    await it.withDatabase(async (db) => {
      if (isPostgres(db)) return
      for (const by of agentSort.options) {
        captured.take()
        const order = { by, direction: 'desc' } as const
        await createAgentsRepo(db, Date.now).list(filter, { limit: 10, offset: 0, found: 500_000, order })
        for (const query of captured.take()) {
          const { rows } = await db.executeQuery<{ detail: string }>(
            CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
          )
          const plan = rows.map(({ detail }) => detail)
          expect(plan.filter((step) => /^SCAN (agents|agent_numbers)( USING COVERING)?/.test(step)).length).toBe(1)
          expect(plan.join('\n')).toMatch(/SCAN (agents|agent_numbers) USING (COVERING )?INDEX agent(s|_numbers)_\w+/)
          // The page itself is put in order again, which is all that may be.
          expect(plan.filter((step) => step.startsWith('USE TEMP B-TREE')).length).toBeLessThanOrEqual(1)
        }
      }
    })
  })
})
