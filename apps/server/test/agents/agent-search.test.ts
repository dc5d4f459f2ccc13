import { randomUUID } from 'node:crypto'
import { agents } from '@atalaya/contract/agents'
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentFilter } from '#server/agents/agent-filter.repo.ts'
import { trigramsOf } from '#server/agents/agent-search.repo.ts'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { isPostgres, jsonRows } from '#server/db/dialect.ts'
import type { Db } from '#server/db/schema.ts'
import { searchText } from '#server/domain/agent-index-columns.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Number of agents: more than are searched for a term without a trigram. */
const MANY = 12_000
/** Numbers that begin with 1: 1, 10 to 19, 100 to 199, 1,000 to 1,999 and 10,000 to 11,999. */
const MANY_BEGIN_WITH_1 = 1 + 10 + 100 + 1000 + 2000

let it: TestApp
let admin: string
let ownerId: string

/** Name of the nth agent; agent 0 is the oldest. */
const nameOf = (n: number) => (n === 0 ? 'Oldest Ж_ of all' : `Machine ${n}`)

/** Agents that one statement inserts: few enough to stay within the time limit of a statement on a busy machine. */
const BATCH = 500

async function insertMany(db: Db): Promise<void> {
  for (let from = 0; from < MANY; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, MANY - from) }, (_, index) => {
      const n = from + index
      const id = randomUUID()
      return [n + 1_000_000, id, nameOf(n), searchText({ id, name: nameOf(n), tags: [], ip: null }), n]
    })
    const input = jsonRows(db, { ref: 'integer', id: 'text', name: 'text', search: 'text', at: 'bigint' }, rows)
    await sql`
      insert into agents (id, ref, owner_id, name, search, tags, token_hash, status, epoch, capabilities, created_at)
      select id, ref, ${ownerId}, name, search, '[]', '', 'offline', 0, '[]', at from ${input} as input`.execute(db)
  }
  if (isPostgres(db)) await sql`vacuum analyze agents, agents_search`.execute(db)
}

beforeAll(async () => {
  it = await createTestApp()
  const owner = await it.signUp('admin')
  admin = owner.tokens.accessToken
  ownerId = owner.user._id
  await it.withDatabase(insertMany)
})
afterAll(() => it.close())

/** Query plans of the repository's searches. */
function plansOf(filter: AgentFilter): Promise<string[]> {
  return it.withDatabase(async (db) => {
    const nodesById = new WeakMap<ReturnType<typeof createQueryId>, RootOperationNode>()
    const nodes: RootOperationNode[] = []
    const recordNodes: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        nodesById.set(queryId, node)
        return node
      },
      // `transformQuery` gets parts of a query, too. Only whole queries have a result.
      transformResult: async ({ result, queryId }) => {
        const node = nodesById.get(queryId)
        if (node) nodes.push(node)
        return result
      },
    }
    const repo = createAgentsRepo(db.withPlugin(recordNodes), Date.now)
    await repo.list(filter, { limit: 10, offset: 0, total: await repo.count(filter) })
    const plans: string[] = []
    for (const node of nodes) {
      const query = db.getExecutor().compileQuery(node, createQueryId())
      const explain = isPostgres(db) ? 'explain' : 'explain query plan'
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]))
      plans.push(rows.map((row) => JSON.stringify(row)).join('\n'))
    }
    return plans
  })
}

/**
 * A name that is a bound in PostgreSQL's histogram of the column, and one that is not. PostgreSQL estimates that the
 * first matches a hundredth of all rows.
 */
async function termsByStatistics(db: Db): Promise<{ known: string; unknown: string }> {
  const names = Array.from({ length: 100 }, (_, n) => nameOf(7700 + n).toLowerCase())
  if (!isPostgres(db)) return { known: nameOf(4000), unknown: nameOf(7777) }
  const { rows } = await sql<{ bound: string }>`
    select unnest(histogram_bounds::text::text[]) as bound from pg_stats
    where tablename = 'agents_search' and attname = 'search'`.execute(db)
  const bounds = rows.map(({ bound }) => bound.split('\n')[1] ?? '')
  // PostgreSQL's estimate for patterns leaves the first and last bounds out.
  const known = bounds.slice(1, -1).find((name) => /^machine \d{4}$/.test(name))
  const unknown = names.find((name) => !bounds.some((bound) => bound.includes(name)))
  if (!known || !unknown) throw new Error('PostgreSQL has no statistics of agents_search')
  return { known, unknown }
}

async function search(query: string, callerToken = admin) {
  const { body } = await it.call(agents.list, { query: { query } }, callerToken)
  return body.data as { agents: { name: string; agentId: string }[]; pagination: { total: number }; isPartial?: true }
}

describe('among many agents', () => {
  test.each(['among agents of one owner', 'among all agents'])(
    '%s, an agent is found by the index under any statistics',
    async (scope) => {
      const owner = scope === 'among all agents' ? {} : { ownerId }
      const { known, unknown } = await it.withDatabase(termsByStatistics)
      for (const query of [known, unknown, 'nobody is called so']) {
        for (const plan of await plansOf({ query, ...owner })) {
          expect(plan).toMatch(/agents_trigrams|SCAN agents_search VIRTUAL TABLE INDEX/)
          expect(plan).not.toMatch(/agents_order|SCAN agents("| USING)/)
        }
      }
      for (const plan of await plansOf({ query: unknown, ...owner })) expect(plan).not.toMatch(/Seq Scan on agents/)
    },
  )

  test('a term in many names finds all of them', async () => {
    expect((await search('machine')).pagination.total).toBe(MANY - 1)
    expect((await search('machine 1')).pagination.total).toBe(MANY_BEGIN_WITH_1)
  })

  test('a term without a trigram uses the bounded query plan', async () => {
    for (const plan of await plansOf({ query: 'ж_' })) expect(plan).toMatch(/agents_order/)
  })

  test('an agent is found by name, ignoring case, and by a part of its id', async () => {
    const found = await search('mACHINE 7777')
    expect(found).toMatchObject({ agents: [{ name: 'Machine 7777' }], pagination: { total: 1 } })
    expect(found).not.toHaveProperty('isPartial')
    const part = found.agents[0]?.agentId.slice(9, 23).toUpperCase() ?? ''
    expect((await search(part)).agents.map(({ name }) => name)).toEqual(['Machine 7777'])
  })

  test('a term without a trigram is searched among the newest agents, and the answer is marked partial', async () => {
    const newest = await search('9')
    expect(newest.isPartial).toBe(true)
    expect(newest.agents[0]?.name).toBe(`Machine ${MANY - 1}`)
    expect(await search('ж_')).toMatchObject({ pagination: { total: 0 }, isPartial: true })
    expect(await search('ж_ of')).toMatchObject({ pagination: { total: 0 }, isPartial: true })
    expect(await search('oldest ж_')).toMatchObject({ pagination: { total: 1 } })
  })

  test('a member’s term without a trigram is searched among all agents of that member', async () => {
    const { accessToken } = (await it.signUp()).tokens
    const { body } = await it.call(agents.register, { body: { name: 'Attic Ю_' } }, accessToken)
    const id = body.data.agent.agentId as string
    await it.withDatabase((db) => db.updateTable('agents').set({ created_at: -1 }).where('id', '=', id).execute())
    const found = await search('ю_', accessToken)
    expect(found).toMatchObject({ agents: [{ agentId: id }], pagination: { total: 1 } })
    expect(found).not.toHaveProperty('isPartial')
    await it.call(agents.remove, { params: { id } }, accessToken)
  })

  test.each(['"', '\\', "'", '***', 'or not', 'near(a b)', '50%_'])('%j is searched literally', async (term) => {
    const { body, status } = await it.call(agents.list, { query: { query: term } }, admin)
    expect(status).toBe(200)
    expect(body.data.pagination.total).toBe(0)
  })

  test('the index is updated when an agent is renamed or removed', async () => {
    const { body } = await it.call(agents.register, { body: { name: 'Quokka' } }, admin)
    const params = { id: body.data.agent.agentId as string }
    expect((await search('quok')).pagination.total).toBe(1)
    await it.call(agents.edit, { params, body: { name: 'Numbat' } }, admin)
    expect([(await search('quok')).pagination.total, (await search('umba')).pagination.total]).toEqual([0, 1])
    await it.call(agents.remove, { params }, admin)
    expect((await search('umba')).pagination.total).toBe(0)
  })
})

test('a long term of one repeated letter looks up one trigram and finds its agents', async () => {
  expect(trigramsOf('a'.repeat(200))).toEqual(['aaa'])
  expect(trigramsOf('abcabcabcabc')).toEqual(['abc', 'bca', 'cab'])
  expect(trigramsOf(Array.from({ length: 200 }, (_, n) => String(n)).join(''))).toHaveLength(16)
  for (const name of ['q'.repeat(80), 'xyz yzw']) await it.call(agents.register, { body: { name } }, admin)
  const searchNames = async (query: string) =>
    (await it.call(agents.list, { query: { query } }, admin)).body.data.agents.map(({ name }: { name: string }) => name)
  expect(await searchNames('q'.repeat(80))).toEqual(['q'.repeat(80)])
  expect(await searchNames('q'.repeat(81))).toEqual([])
  expect(await searchNames('XYZ y')).toEqual(['xyz yzw'])
  // Both trigrams exist, but not beside each other.
  expect(await searchNames('xyzw')).toEqual([])
})

test.each([
  ['Küche', ['kuche', 'KÜCHE', 'Ku\u0308che', 'ku']],
  ['U\u0308berwachung', ['uberwachung', 'Überwachung', 'ÜBER', 'üb']],
  ['Gießerei Łódź', ['GIESSEREI', 'gießerei', 'lodz']],
])('%s is found in any case and with any diacritics, by name and as a tag', async (text, terms) => {
  const ids: string[] = []
  for (const body of [{ name: text }, { tags: [text] }]) {
    ids.push((await it.call(agents.register, { body }, admin)).body.data.agent.agentId)
  }
  for (const term of terms) {
    const found = (await search(term)).agents.map(({ agentId }) => agentId)
    expect(found).toEqual(expect.arrayContaining(ids))
  }
  for (const id of ids) await it.call(agents.remove, { params: { id } }, admin)
})
