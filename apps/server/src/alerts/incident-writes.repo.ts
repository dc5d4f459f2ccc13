import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertNoticesTable } from '#server/db/schema-alerts.ts'
import type { IncidentRow } from './incidents.repo.ts'

export type NewMember = { ref: number; agentId: string; agentName: string; text: string }
/** `clock`: start of the time in which further agents may join. Without `clock` that time stays as it was. */
type Joining = { at: number; clock?: number; isBehind?: boolean }
export type EndedBecause = NonNullable<IncidentRow['ended_because']>
type Notice = AlertNoticesTable['what']

/** SQL by which the judge writes incidents. Runs inside a transaction. */
export function createIncidentWritesRepo(db: Db | Tx) {
  return {
    /** Incident of a rule that a newly firing agent may join, by the judge's clock. */
    async findJoinable(ruleId: string, since: { joined: number; opened: number }): Promise<string | undefined> {
      const row = await db
        .selectFrom('alert_incidents')
        .select('id')
        .where('rule_id', '=', ruleId)
        .where('ended_at', 'is', null)
        .where('joined_clock', '>=', since.joined)
        .where('opened_clock', '>=', since.opened)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    async insert(incident: Omit<IncidentRow, 'seq'>): Promise<void> {
      await db.insertInto('alert_incidents').values(incident).execute()
    },

    async join(incidentId: string, members: NewMember[], { at, clock, isBehind = false }: Joining): Promise<void> {
      const rows = members.map(({ ref, agentId, agentName, text }) => [ref, agentId, agentName, text, isBehind ? 1 : 0])
      const columns = {
        ref: 'integer',
        agent_id: 'text',
        agent_name: 'text',
        text: 'text',
        is_behind: 'integer',
      } as const
      // Without `where true` SQLite would read `on conflict` as the `on` of a join.
      await sql`
        insert into alert_members (incident_id, agent_ref, agent_id, agent_name, text, is_behind, fired_at)
        select ${incidentId}, input.ref, input.agent_id, input.agent_name, input.text, input.is_behind, ${at}
        from ${jsonRows(db, columns, rows)} as input where true
        on conflict (incident_id, agent_ref) do update set
          cleared_at = null, text = excluded.text, is_behind = excluded.is_behind`.execute(db)
      if (clock === undefined) return
      await db.updateTable('alert_incidents').set({ joined_clock: clock }).where('id', '=', incidentId).execute()
    },

    /**
     * Names an incident after an upstream agent, unless it is named after another upstream one. Call it before
     * `recount`, which sets `behind`.
     */
    async nameAfterUpstream(incidentId: string, { agentId, agentName, text }: NewMember): Promise<void> {
      await sql`
        update alert_incidents set agent_id = ${agentId}, agent_name = ${agentName}, text = ${text}
        where id = ${incidentId} and (behind = 0 or exists (
          select 1 from alert_members
          where incident_id = alert_incidents.id and agent_id = alert_incidents.agent_id and is_behind = 1))`.execute(
        db,
      )
    },

    async clear(members: { incidentId: string; ref: number }[], at: number): Promise<void> {
      const rows = members.map(({ incidentId, ref }) => [incidentId, ref])
      const input = jsonRows(db, { incident_id: 'text', ref: 'integer' }, rows)
      await sql`
        update alert_members set cleared_at = ${at} from ${input} as input
        where alert_members.incident_id = input.incident_id and agent_ref = input.ref and cleared_at is null`.execute(
        db,
      )
    },

    /**
     * Clears at most `limit` members whose agents were deleted; returns the incidents. Each deleted agent has a row in
     * `agents_gone` until this is done. Without such rows nothing is searched.
     */
    async clearGone(at: number, limit: number): Promise<{ ids: string[]; cleared: number }> {
      const { rows } = await sql<{ id: string }>`
        update alert_members set cleared_at = ${at} where (incident_id, agent_ref) in (
          select incident_id, agent_ref from agents_gone
          join alert_members as open on open.agent_ref = agents_gone.ref and open.cleared_at is null
          limit ${sql.lit(limit)}
        ) returning incident_id as id`.execute(db)
      return { ids: [...new Set(rows.map(({ id }) => id))], cleared: rows.length }
    },

    /** Some incidents of a rule, open and ended ones. */
    listOfRule: (ruleId: string, limit: number): Promise<Pick<IncidentRow, 'id' | 'ended_at'>[]> =>
      db.selectFrom('alert_incidents').select(['id', 'ended_at']).where('rule_id', '=', ruleId).limit(limit).execute(),

    /** Clears at most `limit` agents of incidents; returns their number. */
    async clearSome(ids: string[], at: number, limit: number): Promise<number> {
      if (ids.length === 0) return 0
      const { numAffectedRows = 0n } = await sql`
        update alert_members set cleared_at = ${at} where (incident_id, agent_ref) in (
          select incident_id, agent_ref from alert_members
          where incident_id in (${sql.join(ids)}) and cleared_at is null limit ${sql.lit(limit)})`.execute(db)
      return Number(numAffectedRows)
    },

    /** Detaches a rule that is being removed from those of these incidents that have ended. */
    async detachEnded(ids: string[]): Promise<void> {
      const ended = db.updateTable('alert_incidents').where('id', 'in', ids).where('ended_at', 'is not', null)
      await ended.set({ rule_id: null }).execute()
    },

    /** Counts the agents of incidents again and ends those without a firing one; returns the ended ones. */
    async recount(ids: string[], because: EndedBecause, at: number): Promise<string[]> {
      if (ids.length === 0) return []
      const countMembers = (condition: string) =>
        sql<number>`(select count(*) from alert_members where incident_id = alert_incidents.id ${sql.raw(condition)})`
      await db
        .updateTable('alert_incidents')
        .set({
          firing: countMembers('and cleared_at is null'),
          agents: countMembers(''),
          behind: countMembers('and is_behind = 1'),
        })
        .where('id', 'in', ids)
        .execute()
      const ended = await db
        .updateTable('alert_incidents')
        .set({ ended_at: at, ended_because: because })
        .where('id', 'in', ids)
        .where('firing', '=', 0)
        .where('ended_at', 'is', null)
        .returning('id')
        .execute()
      return ended.map(({ id }) => id)
    },

    async addNotices(notices: { incidentId: string; what: Notice; step?: number; dueAt: number }[]): Promise<void> {
      if (notices.length === 0) return
      const rows = notices.map(({ incidentId, what, step = null, dueAt }) => ({
        incident_id: incidentId,
        what,
        step,
        due_at: dueAt,
      }))
      await db.insertInto('alert_notices').values(rows).execute()
    },

    /** True if a notice about the incident's opening or growth is still to be sent. */
    async hasDueNotice(incidentId: string): Promise<boolean> {
      const found = await db
        .selectFrom('alert_notices')
        .select('seq')
        .where('incident_id', '=', incidentId)
        .where('what', 'in', ['opened', 'grew'])
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
  }
}
