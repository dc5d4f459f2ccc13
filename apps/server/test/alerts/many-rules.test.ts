import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { watchResults } from '#test/support/watch-results.ts'

const RULES = 450
/** Maximum of rules that one statement reads: each may name 200 agents, and a server may have 5,000 rules. */
const READ_MAX = 200

test('the judge reads rules some at a time, each once', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const { user } = await it.signUp()
  await it.withDatabase(async (db) => {
    const rules = Array.from({ length: RULES }, (_, n) => ({
      id: `rule ${n}`,
      owner_id: user._id,
      name: 'Offline',
      is_on: 1,
      severity: 'info' as const,
      for_s: 60,
      selector: '{}',
      condition: '{"kind":"status","status":"offline"}',
      clear: '{"forS":0}',
      escalation: '[]',
      author: 'ada',
      version: 1,
      created_at: 1,
      updated_at: 1,
    }))
    await db.insertInto('alert_rules').values(rules).execute()
    const seen = watchResults()
    const judged = await createRepos(db).alertRules.listJudged()
    expect(new Set(judged.map(({ id }) => id)).size).toBe(RULES)
    expect(judged).toHaveLength(RULES)
    expect(Math.max(...seen.map(({ rows }) => rows.length))).toBe(READ_MAX)
  })
})
