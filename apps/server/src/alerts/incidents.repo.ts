import type { AlertMember } from '@atalaya/contract/alert-incidents'
import type { Severity } from '@atalaya/contract/severity'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { INNER_OF_INCIDENTS, removeInParts } from '#server/db/in-parts.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { AlertIncidentsTable } from '#server/db/schema-alerts.ts'
import { splitByTotal } from '#server/domain/groups.ts'
import type { RuleReader } from './rules.repo.ts'

export type IncidentRow = Selectable<AlertIncidentsTable>
/** An agent for which an incident fires. */
export type FiringAgent = { incidentId: string; ref: number; agentId: string; ownerId: string; tags: string[] }

type Listing = RuleReader & {
  state: 'firing' | 'ended'
  agentId?: string | undefined
  ruleId?: string | undefined
  unacknowledged?: 'true' | undefined
  limit: number
  offset: number
}

const MEMBERS_SHOWN = 200
/** Open incidents, and firing agents, that one statement reads. */
const OPEN_BATCH_SIZE = 500
const FIRING_BATCH_SIZE = 1000
const worstFirst = sql`case severity when 'critical' then 0 when 'warning' then 1 else 2 end`

/** Condition on visible incidents: those of the user's own rules, and for administrators also the fleet's. */
const visibleTo =
  ({ userId, isAdmin }: RuleReader) =>
  (where: ExpressionBuilder<Schema, 'alert_incidents'>) =>
    where.or([where('owner_id', '=', userId), ...(isAdmin ? [where('owner_id', 'is', null)] : [])])

const hasAgent = (agentId: string) => sql<boolean>`alert_incidents.id in (
  select incident_id from alert_members join agents on agents.ref = alert_members.agent_ref where agents.id = ${agentId})`

/** SQL on incidents as people list and acknowledge them. */
export function createIncidentsRepo(db: Db | Tx) {
  const firingAfter = (ids: string[], last: FiringAgent | undefined) =>
    db
      .selectFrom('alert_members')
      .innerJoin('agents', 'agents.ref', 'alert_members.agent_ref')
      .select(['incident_id', 'agent_ref', 'agents.id', 'agents.owner_id', 'agents.tags'])
      .where('incident_id', 'in', ids)
      .where('cleared_at', 'is', null)
      .$if(last !== undefined, (query) =>
        query
          .where('agent_ref', '>=', last?.ref ?? 0)
          .where((where) =>
            where.or([where('agent_ref', '>', last?.ref ?? 0), where('incident_id', '>', last?.incidentId ?? '')]),
          ),
      )
      .orderBy('agent_ref')
      .orderBy('incident_id')
      .limit(FIRING_BATCH_SIZE)

  return {
    async list({ state, agentId, ruleId, unacknowledged, limit, offset, ...reader }: Listing) {
      const found = db
        .selectFrom('alert_incidents')
        .where(visibleTo(reader))
        .where('ended_at', state === 'firing' ? 'is' : 'is not', null)
        .$if(agentId !== undefined, (query) => query.where(hasAgent(agentId ?? '')))
        .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? ''))
        .$if(unacknowledged !== undefined, (query) => query.where('acknowledged_at', 'is', null))
      const counted = found.select((of) => of.fn.countAll().as('total'))
      const part = found
        .selectAll()
        .$if(state === 'firing', (query) => query.orderBy(worstFirst))
        .$if(state === 'ended', (query) => query.orderBy('ended_at', 'desc'))
        .orderBy('seq', 'desc')
        .limit(limit)
        .offset(offset)
      // Runs in the reader's thread: a year of alerts is counted and skipped over.
      const [[all], rows] = await Promise.all([executeLongRead(db, counted), executeLongRead(db, part)])
      return { rows, total: Number(all?.total ?? 0) }
    },

    /** Counts firing incidents by severity and acknowledgement. A long read: each rule and agent may have one. */
    async counts(reader: RuleReader): Promise<{ severity: Severity; isAcknowledged: boolean; total: number }[]> {
      const acknowledged = sql<number>`case when acknowledged_at is null then 0 else 1 end`
      const counted = db
        .selectFrom('alert_incidents')
        .select(['severity', acknowledged.as('acknowledged'), (of) => of.fn.countAll().as('total')])
        .where(visibleTo(reader))
        .where('ended_at', 'is', null)
        .groupBy(['severity', acknowledged])
      return (await executeLongRead(db, counted)).map(({ severity, acknowledged, total }) => ({
        severity,
        isAcknowledged: Number(acknowledged) === 1,
        total: Number(total),
      }))
    },

    async find(reader: RuleReader, id: string): Promise<IncidentRow | null> {
      const row = await db
        .selectFrom('alert_incidents')
        .selectAll()
        .where('id', '=', id)
        .where(visibleTo(reader))
        .executeTakeFirst()
      return row ?? null
    },

    /** An incident of any owner that was escalated to this administrator. */
    async findEscalated({ userId, isAdmin }: RuleReader, id: string): Promise<IncidentRow | null> {
      if (!isAdmin) return null
      const isEscalated = sql<boolean>`exists (
        select 1 from alert_messages where incident_id = alert_incidents.id and user_id = ${userId})`
      const row = await db
        .selectFrom('alert_incidents')
        .selectAll()
        .where('id', '=', id)
        .where(isEscalated)
        .executeTakeFirst()
      return row ?? null
    },

    /** Open incidents in parts, the newest first. */
    async *listOpen(): AsyncGenerator<IncidentRow[]> {
      const open = db.selectFrom('alert_incidents').selectAll().where('ended_at', 'is', null)
      const part = open.orderBy('seq', 'desc').limit(OPEN_BATCH_SIZE)
      let last: number | undefined
      while (true) {
        const before = last
        const rows = await executeLongRead(db, before === undefined ? part : part.where('seq', '<', before))
        if (rows.length > 0) yield rows
        if (rows.length < OPEN_BATCH_SIZE) return
        last = rows.at(-1)?.seq
      }
    },

    findMany: (ids: string[]): Promise<IncidentRow[]> =>
      db.selectFrom('alert_incidents').selectAll().where('id', 'in', ids).execute(),

    /** Newest agents of an incident; those that still fire come first. A long read: an outage has the whole fleet. */
    async listMembers(id: string): Promise<AlertMember[]> {
      const members = db
        .selectFrom('alert_members')
        .leftJoin('agents', 'agents.ref', 'alert_members.agent_ref')
        .selectAll('alert_members')
        .select('agents.id as present_id')
        .where('incident_id', '=', id)
        .orderBy(sql`case when cleared_at is null then 0 else 1 end`)
        .orderBy('fired_at', 'desc')
        .orderBy('agent_ref')
        .limit(MEMBERS_SHOWN)
      return (await executeLongRead(db, members)).map((row) => ({
        agent: { _id: row.present_id, name: row.agent_name },
        text: row.text,
        isBehind: row.is_behind === 1,
        firedAt: new Date(row.fired_at).toISOString(),
        clearedAt: row.cleared_at === null ? null : new Date(row.cleared_at).toISOString(),
      }))
    },

    /** Names of agents of an incident that fire now, sorted. */
    async firingNames(id: string, limit: number): Promise<string[]> {
      const names = db
        .selectFrom('alert_members')
        .select('agent_name')
        .where('incident_id', '=', id)
        .where('cleared_at', 'is', null)
        .orderBy('agent_name')
        .limit(limit)
      return (await executeLongRead(db, names)).map(({ agent_name }) => agent_name)
    },

    /** Firing agents of incidents, in parts. One part may have those of several small incidents. */
    async *firingAgents(incidents: Pick<IncidentRow, 'id' | 'firing'>[]): AsyncGenerator<FiringAgent[]> {
      const sized = incidents.map(({ id, firing }) => ({ id, total: firing }))
      for (const some of splitByTotal(sized, FIRING_BATCH_SIZE)) {
        let last: FiringAgent | undefined
        while (true) {
          const ids = some.map(({ id }) => id)
          const agents = (await executeLongRead(db, firingAfter(ids, last))).map(toFiring)
          if (agents.length > 0) yield agents
          if (agents.length < FIRING_BATCH_SIZE) break
          last = agents.at(-1)
        }
      }
    },

    /** Acknowledges an incident; false if it is acknowledged already, or has ended. */
    async acknowledge(id: string, by: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('alert_incidents')
        .set({ acknowledged_by: by, acknowledged_at: at })
        .where('id', '=', id)
        .where('acknowledged_at', 'is', null)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async removeEndedBefore(at: number): Promise<void> {
      await removeInParts(db, {
        table: 'alert_incidents',
        where: sql`ended_at < ${at}`,
        batchSize: 20,
        inner: INNER_OF_INCIDENTS,
      })
    },
  }
}

type FiringRow = { incident_id: string; agent_ref: number; id: string; owner_id: string; tags: string }
const toFiring = ({ incident_id, agent_ref, id, owner_id, tags }: FiringRow): FiringAgent => ({
  incidentId: incident_id,
  ref: agent_ref,
  agentId: id,
  ownerId: owner_id,
  tags: JSON.parse(tags),
})

export type IncidentsRepo = ReturnType<typeof createIncidentsRepo>
