import type { Agent } from '@atalaya/contract/agents'
import { type Capability, capability } from '@atalaya/contract/capability'
import { type ExpressionBuilder, sql } from 'kysely'
import { inputIds, isPostgres } from '#server/db/dialect.ts'
import { executeByKeys, executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { nameKey, searchText } from '#server/domain/agent-index-columns.ts'
import { type AgentFilter, conditions } from './agent-filter.repo.ts'
import { createAgentListRepo, shownAgents } from './agent-list.repo.ts'
import type { Editable } from './agent-patch.ts'
import { createAgentRemovalsRepo } from './agent-removals.repo.ts'
import { CONNECTED, toAgent } from './agent-row.ts'
import type { AgentIdentity } from './agent-tokens.ts'
import { createBehindRepo } from './behind.repo.ts'

export type NewAgentRow = {
  id: string
  ownerId: string
  name: string | null
  tags: string[]
  tokenHash: string
  now: number
}

const COMBINATIONS_MAX = 1000

/** SQL on `agents`. Returns contract shapes. */
export function createAgentsRepo(db: Db | Tx, now: () => number) {
  const matches = (filter: AgentFilter) => (where: ExpressionBuilder<Schema, 'agents'>) =>
    where.and(conditions(db, filter, 'filter'))
  const selectAgents = () => shownAgents(db)

  return {
    ...createAgentListRepo(db),
    ...createBehindRepo(db),
    ...createAgentRemovalsRepo(db),

    /** Inserts an agent with the next `ref`, counted in `meta`. Runs inside a transaction. */
    async insert(agent: NewAgentRow): Promise<void> {
      const { value } = await db
        .insertInto('meta')
        .values({ key: 'agents.last_ref', value: '1' })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value: sql<string>`cast(cast(meta.value as integer) + 1 as text)` }),
        )
        .returning('value')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('agents')
        .values({
          id: agent.id,
          ref: Number(value),
          owner_id: agent.ownerId,
          name: agent.name,
          search: searchText({ ...agent, ip: null }),
          name_key: nameKey(agent),
          tags: JSON.stringify(agent.tags),
          behind_id: null,
          token_hash: agent.tokenHash,
          status: 'pending',
          instance: null,
          epoch: 0,
          ip: null,
          last_seen: null,
          machine: null,
          capabilities: '[]',
          resume_hash: null,
          resume_previous: null,
          holders: '[]',
          quarantine: null,
          created_at: agent.now,
        })
        .execute()
    },

    async find(id: string): Promise<Agent | null> {
      const row = await selectAgents().where('agents.id', '=', id).executeTakeFirst()
      return row ? toAgent(row.text, now()) : null
    },

    /** Finds an agent and locks it: other changes of it wait, and inserts of rows that refer to it don't. */
    async findForChange(id: string): Promise<Agent | null> {
      if (isPostgres(db)) await db.selectFrom('agents').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      return this.find(id)
    },

    async findMany(ids: string[]): Promise<Agent[]> {
      return (await selectAgents().where('agents.id', 'in', ids).execute()).map(({ text }) => toAgent(text, now()))
    },

    /** `ref` of agents by id: the number under which their telemetry is stored. */
    async refsOf(ids: string[]): Promise<Map<string, number>> {
      const rows = await db.selectFrom('agents').select(['id', 'ref']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, ref }) => [id, ref]))
    },

    async findIdentity(id: string): Promise<AgentIdentity | null> {
      const row = await db
        .selectFrom('agents')
        .innerJoin('users', 'users.id', 'agents.owner_id')
        .select(['agents.id', 'ref', 'owner_id', 'token_hash', 'quarantine', 'users.is_active'])
        .where('agents.id', '=', id)
        .executeTakeFirst()
      if (!row) return null
      const { id: found, ref, owner_id: ownerId, token_hash: tokenHash } = row
      const standing = { isQuarantined: row.quarantine !== null, isOwnerActive: row.is_active === 1 }
      return { id: found, ref, ownerId, tokenHash, ...standing }
    },

    /** Most recently seen agents, then those that never connected, which may still post by plain HTTP. */
    listLastSeen(filter: AgentFilter, limit: number): Promise<{ id: string; ref: number }[]> {
      const newest = db
        .selectFrom('agents')
        .select(['id', 'ref'])
        .where(matches(filter))
        .orderBy(sql`coalesce(agents.last_seen, 0)`, 'desc')
        .orderBy('ref', 'desc')
        .limit(limit)
      return executeLongRead(db, newest)
    },

    /** Lists the `ref` of agents that a filter finds, upwards from `after`, so that a search for many runs once. */
    async findRefs(filter: AgentFilter, after: number, limit: number): Promise<number[]> {
      const query = db.selectFrom('agents').select('ref').where(matches(filter)).where('ref', '>', after)
      return (await executeLongRead(db, query.orderBy('ref').limit(limit))).map(({ ref }) => ref)
    },

    /**
     * Destinations with these refs or ids that match the filter, except for its search. The ids are looked up first:
     * `offset 0` stops both databases from using an index of the filter.
     */
    async listTargets(some: { refs: number[] } | { ids: string[] }, { query: _, ...filter }: AgentFilter) {
      const keys = 'ids' in some ? some.ids : some.refs
      const keyed = db
        .selectFrom('agents')
        .select(['id', 'ref', 'owner_id', 'name', 'status', 'instance', 'system', 'version_key'])
        .where('ids' in some ? 'id' : 'ref', 'in', keys)
        .$if(!isPostgres(db), (query) => query.limit(sql<number>`-1`))
        .offset(0)
        .as('agents')
      const query = db
        .selectFrom(keyed)
        .select(['id', 'owner_id', 'name', 'status', 'instance'])
        .where(({ and }) => and(conditions(db, filter, 'key')))
      const rows = await executeByKeys(db, query, keys.length)
      // An agent without an instance only posts by HTTP; no command reaches it.
      const isReached = ({ status, instance }: (typeof rows)[number]) => CONNECTED.includes(status) && instance !== null
      return rows.map((row) => ({ agentId: row.id, ownerId: row.owner_id, name: row.name, isOnline: isReached(row) }))
    },

    /** Tags of these agents, from the first thousand combinations that occur. */
    async tags(filter: AgentFilter): Promise<string[]> {
      const combinations = db
        .selectFrom('agents')
        .select('tags')
        .distinct()
        .where(matches(filter))
        .orderBy('tags')
        .limit(COMBINATIONS_MAX)
      const rows = await executeLongRead(db, combinations)
      return [...new Set(rows.flatMap(({ tags }) => JSON.parse(tags) as string[]))]
    },

    async capabilities(id: string): Promise<Capability[]> {
      const row = await db.selectFrom('agents').select('capabilities').where('id', '=', id).executeTakeFirst()
      return capability.array().parse(JSON.parse(row?.capabilities ?? '[]'))
    },

    /**
     * Finds out which of these agents offer a command. Leaves out agents that have reported none yet. The database
     * reads the capabilities: each agent may have as many as a frame holds.
     */
    async offersOf(ids: string[], command: string): Promise<Map<string, boolean>> {
      // PostgreSQL's jsonb refuses NUL characters, so these are replaced first.
      const offered = isPostgres(db)
        ? sql`jsonb_array_elements(replace(capabilities, '\\u0000', '\\ufffd')::jsonb)`
        : sql`json_each(capabilities)`
      const offers = db
        .selectFrom(inputIds(db, ids))
        .innerJoin('agents', 'agents.id', 'input.id')
        .select('agents.id')
        .select(
          sql<number>`case when exists (select 1 from ${offered} as one where one.value ->> 'name' = ${command})
            then 1 else 0 end`.as('offers'),
        )
        .where('capabilities', '<>', '[]')
      return new Map((await executeLongRead(db, offers)).map(({ id, offers }) => [id, offers === 1]))
    },

    /** Writes `behind` only if it changes. An unchanged value may be outdated by now, and was not checked. */
    async update(id: string, { name, tags, behind }: Editable, previous: Pick<Editable, 'behind'>): Promise<void> {
      const stored = await db.selectFrom('agents').select(['ip', 'machine']).where('id', '=', id).executeTakeFirst()
      const searched = { ...JSON.parse(stored?.machine ?? '{}'), id, name, tags, ip: stored?.ip ?? null }
      await db
        .updateTable('agents')
        .set({
          name,
          tags: JSON.stringify(tags),
          ...(behind !== previous.behind && { behind_id: behind }),
          search: searchText(searched),
          name_key: nameKey(searched),
        })
        .where('id', '=', id)
        .execute()
    },

    async setToken(id: string, tokenHash: string): Promise<void> {
      await db.updateTable('agents').set({ token_hash: tokenHash }).where('id', '=', id).execute()
    },

    /** Forgets the programs that used the token, and ends a quarantine. */
    async release(id: string): Promise<void> {
      const forgotten = { resume_hash: null, resume_previous: null, holders: '[]' }
      await db.updateTable('agents').set(forgotten).where('id', '=', id).execute()
      await db
        .updateTable('agents')
        .set({ quarantine: null, status: 'offline' })
        .where('id', '=', id)
        .where('quarantine', 'is not', null)
        .execute()
    },
  }
}
export type AgentsRepo = ReturnType<typeof createAgentsRepo>
