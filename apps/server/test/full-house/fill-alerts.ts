import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { clone, copyNumber, withNumber } from './clone.ts'
import type { Counts, Firsts } from './fill.ts'

const HOUR_MS = 3_600_000

/**
 * Adds the maximum of rules, the member's and the fleet's. Each fires for all its agents. Adds a month of ended alerts
 * with their messages.
 */
export async function fillAlerts(db: Db, firsts: Firsts, counts: Counts, now: number): Promise<void> {
  const { memberId } = firsts
  const rules = sql.lit(counts.rules)
  const { ref } = await db.selectFrom('agents').select('ref').where('id', '=', firsts.agentId).executeTakeFirstOrThrow()
  for (const [name, ruleId, agents] of [
    ['rule', firsts.ruleId, counts.agentsOfOne],
    ['fleet-rule', firsts.fleetRuleId, counts.agents],
  ] as const) {
    await clone(db, 'alert_rules', sql`original.id = ${ruleId}`, counts.rules, {
      id: withNumber(`${name}-`),
      is_on: sql`0`,
    })
    await clone(db, 'alert_incidents', sql`original.id = ${firsts.incidentId}`, counts.rules, {
      id: withNumber(`${name}-fires-`),
      seq: sql`(select max(seq) from alert_incidents) + ${copyNumber}`,
      rule_id: withNumber(`${name}-`),
      owner_id: name === 'rule' ? sql`${memberId}` : sql`null`,
      firing: sql.lit(agents),
      agents: sql.lit(agents),
      ended_at: sql`null`,
      ended_because: sql`null`,
    })
    // One rule at a time, as a statement may take half a minute.
    for (let number = 1; number <= counts.rules; number++) {
      await sql`
        insert into alert_states (rule_id, agent_ref, state, since, fires, incident_id, is_behind, version)
        select ${`${name}-${number}`}, ref, 'firing', 0, 1, ${`${name}-fires-${number}`}, 0, 1 from agents
        where ref between ${ref} and ${ref + agents - 1}`.execute(db)
    }
    await sql`
      insert into alert_members (incident_id, agent_ref, agent_id, agent_name, text, is_behind, fired_at)
      select ${`${name}-fires-1`}, ref, id, name, 'It is offline', 0, ${now} from agents
      where ref between ${ref} and ${ref + agents - 1}`.execute(db)
    // Last, as the server judges rules that are on, and would insert the same rows.
    await db.updateTable('alert_rules').set({ is_on: 1 }).where('id', 'like', `${name}-%`).execute()
  }
  await clone(db, 'alert_incidents', sql`original.id = ${firsts.incidentId}`, counts.ended, {
    id: withNumber('ended-'),
    seq: sql`(select max(seq) from alert_incidents) + ${copyNumber}`,
    rule_id: sql`'rule-' || cast(1 + ${copyNumber} % ${rules} as text)`,
    ended_at: sql`${sql.lit(now)} - ${copyNumber} * 20`,
  })
  await clone(db, 'alert_members', sql`original.incident_id = ${firsts.incidentId}`, counts.ended, {
    incident_id: withNumber('ended-'),
    agent_ref: sql`${sql.lit(ref)} + ${copyNumber} % ${sql.lit(counts.agentsOfOne)}`,
  })
  await clone(db, 'alert_silences', sql`original.id = ${firsts.silenceId}`, counts.silences, {
    id: withNumber('silence-'),
    target_kind: sql`'tag'`,
    target: sql`'tag-' || cast(${copyNumber} % 50 as text)`,
  })
  await clone(db, 'alert_channels', sql`original.id = ${firsts.channelId}`, counts.channels, {
    id: withNumber('channel-'),
    place_hash: withNumber('place-'),
  })
  const message = (name: string) => ({
    id: withNumber(name),
    notice_key: withNumber(name),
    seq: sql`(select max(seq) from alert_messages) + ${copyNumber}`,
    incident_id: sql`'ended-' || cast(${copyNumber} as text)`,
    channel_id: sql`'channel-1'`,
  })
  const first = sql`original.id = ${firsts.messageId}`
  await clone(db, 'alert_messages', first, counts.ended, message('told-'))
  await clone(db, 'alert_messages', first, counts.waiting, {
    ...message('waiting-'),
    state: sql`'held'`,
    due_at: sql`${sql.lit(now + HOUR_MS)}`,
  })
}
