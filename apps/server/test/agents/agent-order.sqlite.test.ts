import { agentSort } from '@atalaya/contract/agent-listing'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentFilter } from '#server/agents/agent-filter.repo.ts'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import type { Db } from '#server/db/schema.ts'
import { captureStatements } from '#test/support/query-plans.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
beforeAll(async () => {
  it = await createTestApp()
  // Every statement of this process is recorded, so the server must not send any.
  await it.app.close()
})
afterAll(() => it.close())

async function planOf(db: Db, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await db.executeQuery<{ detail: string }>(explained)
  return rows.map(({ detail }) => detail)
}

describe('the query plan of a list among a million agents', () => {
  const captured = captureStatements()
  afterAll(captured.stop)
  /** The one captured statement that reads a list. A server that an earlier test file stopped may still send others. */
  function takePage(): CompiledQuery {
    const pages = captured.take().filter(({ sql }) => / as chosen order by /.test(sql))
    expect(pages).toHaveLength(1)
    return pages[0] as CompiledQuery
  }
  const FILTERS: [string, AgentFilter][] = [
    ['all agents', {}],
    ['agents with a status', { status: ['online', 'offline'] }],
    ['agents with a tag', { tags: ['hall'] }],
    ['agents with one of several tags', { tags: ['hall', 'attic'] }],
    ['agents of an owner', { ownerId: 'somebody' }],
    ['agents of several owners', { ownerIds: ['somebody', 'another'] }],
    ['agents with a system', { systems: ['Debian'] }],
    ['agents in trouble', { trouble: 'any' }],
    ['agents over a bound', { trouble: 'critical' }],
    ['agents with one of several versions', { versionKeys: ['1', '2'] }],
  ]

  test.each(FILTERS)('%s in ascending order of a number: two searches along an index', async (_name, filter) => {
    await it.withDatabase(async (db) => {
      for (const by of ['cpu', 'memory', 'disk', 'temperature'] as const) {
        captured.take()
        const order = { by, direction: 'asc' } as const
        await createAgentsRepo(db, Date.now).list(filter, { limit: 10, offset: 0, total: 500_000, order })
        const plan = await planOf(db, takePage())
        expect(plan.filter((step) => /^SCAN agent/.test(step))).toEqual([])
        const walks = new RegExp(`^SEARCH agent_numbers USING (COVERING )?INDEX agent_numbers_${by} \\(<expr>[<>]`)
        expect(
          plan.filter((step) => walks.test(step)),
          plan.join('\n'),
        ).toHaveLength(2)
        // Two sorts at most: the merged rows of both branches, and the page.
        expect(plan.filter((step) => step.startsWith('USE TEMP B-TREE')).length, plan.join('\n')).toBeLessThanOrEqual(2)
      }
    })
  })

  /** SQLite has no statistics here: its plan is the same for five agents and for a million. */
  test.each(FILTERS)('%s are read in the order of an index until the page is full', async (_name, filter) => {
    await it.withDatabase(async (db) => {
      for (const by of agentSort.options) {
        captured.take()
        const order = { by, direction: 'desc' } as const
        await createAgentsRepo(db, Date.now).list(filter, { limit: 10, offset: 0, total: 500_000, order })
        const plan = await planOf(db, takePage())
        expect(plan.filter((step) => /^SCAN (agents|agent_numbers)( USING COVERING)?/.test(step)).length).toBe(1)
        expect(plan.join('\n')).toMatch(/SCAN (agents|agent_numbers) USING (COVERING )?INDEX agent(s|_numbers)_\w+/)
        // Only the rows of the page may be sorted again.
        expect(plan.filter((step) => step.startsWith('USE TEMP B-TREE')).length).toBeLessThanOrEqual(1)
      }
    })
  })
})
