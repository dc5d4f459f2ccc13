import { agentSort } from '@atalaya/contract/agent-listing'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentFilter } from '#server/agents/agent-filter.repo.ts'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { captureStatements } from '#test/support/query-plans.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
beforeAll(async () => {
  it = await createTestApp()
  // Every statement of this process is heard, so the program must be still.
  await it.app.close()
})
afterAll(() => it.close())

describe('among a million', () => {
  const captured = captureStatements()
  afterAll(captured.stop)
  const FILTERS: [string, AgentFilter][] = [
    ['all', {}],
    ['those with a status', { status: ['online', 'offline'] }],
    ['those with a tag', { tags: ['hall'] }],
    ['those with one of some tags', { tags: ['hall', 'attic'] }],
    ['those of an owner', { ownerId: 'somebody' }],
    ['those of some owners', { ownerIds: ['somebody', 'another'] }],
    ['those with a system', { systems: ['Debian'] }],
    ['those in trouble', { trouble: 'any' }],
    ['those over a bound', { trouble: 'critical' }],
    ['those with one of some versions', { versionKeys: ['1', '2'] }],
  ]

  test.each(FILTERS)('%s, from the lowest number on, in two walks along an index', async (_name, filter) => {
    await it.withDatabase(async (db) => {
      for (const by of ['cpu', 'memory', 'disk', 'temperature'] as const) {
        captured.take()
        const order = { by, direction: 'asc' } as const
        await createAgentsRepo(db, Date.now).list(filter, { limit: 10, offset: 0, found: 500_000, order })
        for (const query of captured.take()) {
          const { rows } = await db.executeQuery<{ detail: string }>(
            CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
          )
          const plan = rows.map(({ detail }) => detail)
          expect(plan.filter((step) => /^SCAN agent/.test(step))).toEqual([])
          const walks = new RegExp(`^SEARCH agent_numbers USING (COVERING )?INDEX agent_numbers_${by} \\(<expr>[<>]`)
          expect(
            plan.filter((step) => walks.test(step)),
            plan.join('\n'),
          ).toHaveLength(2)
          // What both walks brought, and the page itself.
          expect(plan.filter((step) => step.startsWith('USE TEMP B-TREE')).length, plan.join('\n')).toBeLessThanOrEqual(
            2,
          )
        }
      }
    })
  })

  /** SQLite has no statistics here: its plan is the same for five agents and for a million. */
  test.each(FILTERS)('%s are gone through in the order of an index until the page is full', async (_name, filter) => {
    await it.withDatabase(async (db) => {
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
