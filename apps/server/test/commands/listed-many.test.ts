import { commands } from '@atalaya/contract/commands'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createCommandWorld } from '#test/support/command-world.ts'
import { planOf } from '#test/support/query-plans.ts'

const AGENTS = 3200
/** Maximum of agents that one statement reads. */
const PAGE = 1000
const isPostgres = inject('database') !== 'sqlite'

/** Records each later statement of this process that reads agents or commands. */
function watchReads(): CompiledQuery[] {
  const executor: { executeQuery: (query: CompiledQuery) => Promise<unknown> } = DefaultQueryExecutor.prototype
  const { executeQuery } = executor
  const seen: CompiledQuery[] = []
  executor.executeQuery = function (query) {
    if (/^\s*select\b.*\b(agents|commands)\b/s.test(query.sql)) seen.push(query)
    return executeQuery.call(this, query)
  }
  onTestFinished(() => {
    executor.executeQuery = executeQuery
  })
  return seen
}

/** Two people and an administrator; one of them has many agents, each with the tag `rack`. */
async function world() {
  const it = await createCommandWorld()
  onTestFinished(() => it.close())
  await it.withDatabase(async (db) => {
    const { id: owner_id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'ada')
      .executeTakeFirstOrThrow()
    for (let start = 0; start < AGENTS; start += 400) {
      const rows = Array.from({ length: 400 }, (_, n) => ({
        id: crypto.randomUUID(),
        ref: start + n + 1,
        owner_id,
        name: `pump ${start + n}`,
        tags: '["rack"]',
        search: `pump ${start + n}`,
        token_hash: '',
        status: 'offline' as const,
        epoch: 1,
        capabilities: '[]',
        holders: '[]',
        created_at: start + n,
      }))
      await db.insertInto('agents').values(rows).execute()
    }
  })
  return it
}

test.each([
  ['found by a word', { query: 'pump' }],
  ['found by a short word', { query: 'pu' }],
  ['with a tag', { tag: ['rack'] }],
  ['with a status', { status: 'offline' }],
])('a command to thousands of agents %s searches once, and reads each page without a scan', async (_what, listed) => {
  const it = await world()
  const reads = watchReads()
  const { status, body } = await it.call(commands.preview, { body: { command: 'ping', listed } }, it.admin)
  expect([status, body.data?.total]).toEqual([200, AGENTS])
  const pages = reads.filter(({ sql }) => /where "ref" in \(\S+, |"input"/.test(sql))
  const searches = reads.filter((read) => !pages.includes(read))
  expect(searches).toHaveLength(1)
  expect(pages.length).toBeGreaterThan(AGENTS / PAGE)
  await it.withDatabase(async (db) => {
    for (const page of pages) {
      // True: plans as if the tables were large.
      const plan = await planOf(db, page, true)
      expect(plan.scanned.filter((table) => table === 'agents' || table === 'commands')).toEqual([])
      if (isPostgres) expect(plan.rows, plan.text).toBeLessThanOrEqual(PAGE)
    }
  })
})
