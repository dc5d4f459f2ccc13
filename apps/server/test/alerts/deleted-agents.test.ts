import { agents } from '@atalaya/contract/agents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { createAlertWorld, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'
import { runRetention } from '#test/support/telemetry-jobs.ts'

test('a removed agent ends its alert even if its rule changes before the next evaluation', async () => {
  const it = await createAlertWorld()
  onTestFinished(() => it.close())
  const box = await it.register('ada', { name: 'box' })
  const { _id: id, version } = await it.createRule()
  await it.setStatus([box], 'offline')
  await it.advance(2 * MINUTE)
  expect(await it.listFiring()).toHaveLength(1)

  await it.as('ada', agents.remove, { params: { id: box } })
  await runRetention(it.db, it.now())
  const body = { rule: { ...offlineRule, isOn: false }, version }
  await it.as('ada', alertRules.edit, { params: { id }, body })
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listEnded()).toMatchObject([{ firing: 0, endedBecause: 'agents gone' }])
  await runRetention(it.db, it.now())
  expect(await it.db.selectFrom('agents_gone').selectAll().execute()).toEqual([])
})

test('the next evaluation ends an alert, however many of its agents are removed at once', async () => {
  const it = await createAlertWorld()
  onTestFinished(() => it.close())
  const box = await it.register('ada')
  await it.createRule()
  await it.setStatus([box], 'offline')
  await it.advance(2 * MINUTE)
  // Adds members, as if the alert fired for more machines than one transaction clears.
  const others = sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2100) select n from numbers)`
  await sql`
    insert into alert_members (incident_id, agent_ref, agent_id, agent_name, text, is_behind, fired_at)
    select incident_id, agent_ref + n, agent_id, agent_name, text, is_behind, fired_at
    from alert_members cross join ${others} as numbers`.execute(it.db)
  await it.as('ada', agents.remove, { params: { id: box } })
  await sql`insert into agents_gone (ref) select ref + n from agents_gone cross join ${others} as numbers`.execute(
    it.db,
  )

  await it.advance(JUDGE_INTERVAL)
  expect(await it.listEnded()).toMatchObject([{ firing: 0, agents: 2101, endedBecause: 'agents gone' }])
})
