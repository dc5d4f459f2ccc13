import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAlertWorld, DAY, HOUR } from '#test/support/alert-world.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

/** Maximum of rows that one statement removes. */
const PART = 100
/** Numbers of alerts beyond and within a month. */
const [OLD, KEPT] = [230, 3]
const TABLES = ['alert_messages', 'alert_incidents', 'alert_members'] as const

test('alerts and messages older than a month are removed once, in batches, and newer ones are kept', async () => {
  const world = await createAlertWorld({}, true)
  try {
    const { db, now } = world
    const { id } = await db.selectFrom('users').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow()
    const at = sql`cast(case when n <= ${sql.lit(OLD)} then ${sql.lit(now() - 31 * DAY)} else ${sql.lit(now())} end as bigint)`
    const withNumbers = sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(OLD + KEPT)})`
    await sql`${withNumbers}
      insert into alert_incidents (id, rule_name, owner_id, severity, text, agent_name, firing, agents, behind, opened_at,
        opened_clock, joined_clock, ended_at)
      select 'alert ' || n, 'x', ${id}, 'info', '', 'x', 0, 1, 0, ${at}, 0, 0, ${at} from numbers`.execute(db)
    await sql`${withNumbers}
      insert into alert_members (incident_id, agent_ref, agent_id, agent_name, text, is_behind, fired_at, cleared_at)
      select case when n <= ${sql.lit(OLD)} then 'alert 1' else 'alert ' || n end, n, 'x', 'x', '', 0, 0, 1 from numbers
    `.execute(db)
    await sql`${withNumbers}
      insert into alert_messages (id, notice_key, user_id, incident_id, what, severity, title, body, state, reason, tries,
        perhaps_twice, due_at, created_at)
      select 'message ' || n, 'message ' || n, ${id}, 'alert ' || n, 'opened', 'info', '', '', 'sent', '', 1, 0, 0, ${at}
      from numbers`.execute(db)
    world.jump(HOUR)
    const removed = watchChanges('delete from')
    await world.instance.round()
    for (const table of TABLES) {
      const parts = removed.get(table) ?? []
      expect.soft([table, parts.reduce((sum, rows) => sum + rows, 0)]).toEqual([table, OLD])
      expect.soft(Math.max(...parts), table).toBeLessThanOrEqual(PART)
      expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(KEPT)
    }
    removed.clear()
    world.jump(HOUR)
    await world.instance.round()
    expect([...removed.values()].flat().filter((rows) => rows > 0)).toEqual([])
  } finally {
    await world.close()
  }
})
