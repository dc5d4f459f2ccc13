import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { type Selectable, sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import { exchangeMeta } from '#server/db/meta.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { AlertStatesTable } from '#server/db/schema-alerts.ts'
import type { StoredClock } from './judge-clock.ts'
import type { IncidentStanding } from './machine.ts'

export type StoredStanding = IncidentStanding & { ruleId: string; ref: number; version: number }

/** A change of a standing. `version` is the row's when read, 0 without a row; without `next` the row is removed. */
export type StandingChange = {
  ruleId: string
  ref: number
  version: number
  next: IncidentStanding | undefined
}

/** An agent with the fields that rules select by. */
export type JudgedAgent = {
  ref: number
  agentId: string
  name: string | null
  ownerId: string
  tags: string[]
  status: AgentStatus
  /** `ref` of the agent directly upstream. */
  behindRef: number | null
}

/** Key of the judge's clock in the table `meta`. */
const CLOCK = 'alerts.clock'
const keyColumns = { rule_id: 'text', ref: 'integer', version: 'integer' } as const
const allColumns = {
  ...keyColumns,
  state: 'text',
  since: 'bigint',
  fires: 'integer',
  incident_id: 'text',
  is_behind: 'integer',
} as const

/** Standings read before the event loop does other work. */
const READ_BATCH_SIZE = 2000

/** SQL on the standings of rules for agents. */
export function createAlertStatesRepo(db: Db | Tx) {
  return {
    /** Rules with a stored standing: something is wrong, or was recently. */
    async rulesWithStandings(): Promise<string[]> {
      const hasStanding = sql<boolean>`exists (select 1 from alert_states where rule_id = alert_rules.id)`
      const rows = await executeLongRead(db, db.selectFrom('alert_rules').select('id').where(hasStanding))
      return rows.map(({ id }) => id)
    },

    /** Standings of a rule in parts: a rule about the fleet has one for each agent. */
    async *standingsOfRule(ruleId: string): AsyncGenerator<StoredStanding[]> {
      let after = -1
      while (true) {
        const rows = await executeLongRead(
          db,
          db
            .selectFrom('alert_states')
            .selectAll()
            .where('rule_id', '=', ruleId)
            .where('agent_ref', '>', after)
            .orderBy('agent_ref')
            .limit(READ_BATCH_SIZE),
        )
        yield rows.map(toStanding)
        if (rows.length < READ_BATCH_SIZE) return
        after = rows.at(-1)?.agent_ref ?? after
      }
    },

    /** Optimistic: writes changes whose row is still as read and whose agent exists; returns their number. */
    async save(changes: StandingChange[]): Promise<number> {
      const written = changes.flatMap(({ ruleId, ref, version, next }) =>
        next
          ? [[ruleId, ref, version, next.state, next.since, next.fires, next.incidentId, next.isBehind ? 1 : 0]]
          : [],
      )
      const removed = changes.flatMap(({ ruleId, ref, version, next }) => (next ? [] : [[ruleId, ref, version]]))
      const saved = written.length === 0 ? 0 : await upsert(written)
      return saved + (removed.length === 0 ? 0 : await remove(removed))
    },

    async readClock(): Promise<StoredClock | null> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', CLOCK).executeTakeFirst()
      return row ? (JSON.parse(row.value) as StoredClock) : null
    },
    hasAgents: async (): Promise<boolean> =>
      (await db.selectFrom('agents').select('ref').limit(1).executeTakeFirst()) !== undefined,
    /** True if a rule is on, or if standings or open incidents are left, even for deleted agents. */
    async isWatching(): Promise<boolean> {
      const { rows } = await sql`
        select 1 where exists (select 1 from alert_rules where is_on = 1) or exists (select 1 from alert_states)
          or exists (select 1 from agents_gone
            join alert_members on agent_ref = agents_gone.ref and cleared_at is null)`.execute(db)
      return rows.length > 0
    },
    /**
     * Compare-and-set: false if the stored clock is no longer `before`, as another instance has evaluated the rules.
     */
    exchangeClock: (clock: StoredClock, before: StoredClock | null): Promise<boolean> =>
      exchangeMeta(db, CLOCK, JSON.stringify(clock), before && JSON.stringify(before)),

    /** Agents of active owners: those of a blocked account are offline on purpose. */
    async agents(refs: number[]): Promise<JudgedAgent[]> {
      const input = jsonRows(
        db,
        { ref: 'integer' },
        refs.map((ref) => [ref]),
      )
      const { rows } = await sql<Omit<JudgedAgent, 'tags'> & { tags: string }>`
        select agents.ref, agents.id as "agentId", agents.name, agents.owner_id as "ownerId", agents.tags, agents.status,
          upstream.ref as "behindRef"
        from ${input} as input join agents on agents.ref = input.ref
        join users on users.id = agents.owner_id and users.is_active = 1
        left join agents as upstream on upstream.id = agents.behind_id`.execute(db)
      return rows.map((row) => ({ ...row, tags: JSON.parse(row.tags) }))
    },
  }

  /** `where true`: without it SQLite would read `on conflict` as the `on` of a join. */
  async function upsert(rows: (string | number | null)[][]): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      insert into alert_states (rule_id, agent_ref, version, state, since, fires, incident_id, is_behind)
      select input.rule_id, input.ref, input.version + 1, input.state, input.since, input.fires, input.incident_id,
        input.is_behind
      from ${jsonRows(db, allColumns, rows)} as input join agents on agents.ref = input.ref
      join alert_rules on alert_rules.id = input.rule_id where true
      on conflict (rule_id, agent_ref) do update set
        version = excluded.version, state = excluded.state, since = excluded.since, fires = excluded.fires,
        incident_id = excluded.incident_id, is_behind = excluded.is_behind
      where alert_states.version = excluded.version - 1`.execute(db)
    return Number(numAffectedRows)
  }

  async function remove(rows: (string | number)[][]): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from alert_states where (rule_id, agent_ref, version) in (
        select input.rule_id, input.ref, input.version from ${jsonRows(db, keyColumns, rows)} as input)`.execute(db)
    return Number(numAffectedRows)
  }
}
const toStanding = (row: Selectable<AlertStatesTable>): StoredStanding => ({
  ruleId: row.rule_id,
  ref: row.agent_ref,
  state: row.state,
  since: Number(row.since),
  fires: row.fires,
  version: row.version,
  incidentId: row.incident_id,
  isBehind: row.is_behind === 1,
})

export type AlertStatesRepo = ReturnType<typeof createAlertStatesRepo>
