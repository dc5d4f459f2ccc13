import type { Agent } from '@atalaya/contract/agents'
import { type Capability, capability } from '@atalaya/contract/commands'
import { type ExpressionBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { keptQuery } from '#server/db/kept-query.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { Editable } from './agent-patch.ts'
import { CONNECTED, shownColumns, toAgent } from './agent-row.ts'
import { hasTag, holdsTerm, isBehind, searchText } from './agent-search.repo.ts'
import type { AgentIdentity } from './agent-tokens.ts'

export type NewAgentRow = {
  id: string
  ownerId: string
  name: string | null
  tags: string[]
  tokenHash: string
  now: number
}

/** Which agents: those of one owner (all without), whose id or name holds a text, with a tag, older than one of them. */
export type AgentFilter = { ownerId?: string; query?: string; tag?: string | undefined; behind?: Agent | undefined }

/** The lists that are asked for most: all agents, or one owner's. */
type Owner = Pick<AgentFilter, 'ownerId'>
const isPlain = ({ query, tag, behind }: AgentFilter) => !query && tag === undefined && behind === undefined

const TARGETS_AT_ONCE = 1000
/** As many agents are quickly put in order, once they are found. */
const FEW = 1000
const COMBINATIONS_MAX = 1000

/** SQL on `agents`; answers contract shapes. */
export function createAgentsRepo(db: Db | Tx, now: () => number) {
  const joined = () => db.selectFrom('agents').innerJoin('users', 'users.id', 'agents.owner_id')
  const matches =
    ({ ownerId, query, tag, behind }: AgentFilter) =>
    (where: ExpressionBuilder<Schema, 'agents'>) =>
      where.and([
        ...(behind === undefined ? [] : [isBehind(behind)]),
        ...(ownerId === undefined ? [] : [where('agents.owner_id', '=', ownerId)]),
        ...(query ? [holdsTerm(db, query, ownerId)] : []),
        ...(tag === undefined ? [] : [hasTag(tag)]),
      ])
  /**
   * Found first and put in order then. PostgreSQL takes a term for a hundredth of all agents where one of them happens to
   * stand in its statistics, and would go back through all of them until it has met enough.
   */
  const apart = <Q extends { offset(rows: number): Q }>(query: Q) => (isPostgres(db) ? query.offset(0) : query)
  // As one text, which reads quicker than a column each; where it is the same, the agent looks the same.
  const array = sql`(${sql.join(shownColumns.map((name) => sql.ref(name)))})`
  const text = isPostgres(db) ? sql<string>`json_build_array${array}::text` : sql<string>`json_array${array}`
  const shown = () => joined().select(text.as('text'))

  const page = (filter: AgentFilter, limit: number, offset: number, found?: number) => {
    const chosen = db.selectFrom('agents').select(['agents.id', 'agents.created_at']).where(matches(filter))
    const ids = db
      .selectFrom((filter.query && found !== undefined && found <= FEW ? apart(chosen) : chosen).as('chosen'))
      .select('chosen.id')
      .orderBy('chosen.created_at', 'desc')
      .orderBy('chosen.id', 'desc')
      .limit(limit)
      .offset(offset)
    return shown().where('agents.id', 'in', ids).orderBy('agents.created_at', 'desc').orderBy('agents.id', 'desc')
  }
  const counted = (filter: AgentFilter) =>
    db
      .selectFrom('agents')
      .select((of) => of.fn.countAll<number>().as('total'))
      .where(matches(filter))
  const plainPage = keptQuery(
    db,
    'agents.page',
    ({ limit, offset, ...owner }: Owner & { limit: number; offset: number }) => page(owner, limit, offset),
  )
  const plainCount = keptQuery(db, 'agents.count', (owner: Owner) => counted(owner))

  return {
    /** Inserts an agent under a number of its own. Runs inside a transaction. */
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
          search: searchText(agent.id, agent.name),
          tags: JSON.stringify(agent.tags),
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
      const row = await shown().where('agents.id', '=', id).executeTakeFirst()
      return row ? toAgent(row.text, now()) : null
    },

    async findMany(ids: string[]): Promise<Agent[]> {
      return (await shown().where('agents.id', 'in', ids).execute()).map(({ text }) => toAgent(text, now()))
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
      const stands = { isQuarantined: row.quarantine !== null, isOwnerActive: row.is_active === 1 }
      return { id: found, ref, ownerId, tokenHash, ...stands }
    },

    /** As `toAgent` reads them. `found`: how many the filter finds in all, where that is known. */
    async list(filter: AgentFilter, limit: number, offset: number, found?: number): Promise<string[]> {
      const { rows } = await db.executeQuery(
        isPlain(filter) ? plainPage({ ownerId: filter.ownerId, limit, offset }) : page(filter, limit, offset, found),
      )
      return rows.map(({ text }) => text)
    },

    /** Those that were heard last, then those that never held a connection: they may still post by plain HTTP. */
    async lastHeard(filter: AgentFilter, limit: number): Promise<{ id: string; ref: number }[]> {
      const chosen = db.selectFrom('agents').select(['id', 'ref']).where(matches(filter))
      // Apart, for PostgreSQL has no index for an order with its nulls last.
      const heard = await chosen.where('last_seen', 'is not', null).orderBy('last_seen', 'desc').limit(limit).execute()
      if (heard.length === limit) return heard
      const unheard = await chosen
        .where('last_seen', 'is', null)
        .limit(limit - heard.length)
        .execute()
      return [...heard, ...unheard]
    },

    /** Agents in the order of their ids: those that are named, or the first thousand behind `after`. */
    async targets(filter: AgentFilter & { ids?: string[]; after?: string }) {
      const rows = await db
        .selectFrom('agents')
        .select(['id', 'name', 'status'])
        .where(matches(filter))
        .$if(filter.ids !== undefined, (query) => query.where('id', 'in', filter.ids ?? []))
        .$if(filter.after !== undefined, (query) => query.where('id', '>', filter.after ?? ''))
        .orderBy('id')
        .limit(TARGETS_AT_ONCE)
        .execute()
      return rows.map(({ id, name, status }) => ({ agentId: id, name, isOnline: CONNECTED.includes(status) }))
    },

    /** The tags of the first thousand combinations that occur. */
    async tags(filter: AgentFilter): Promise<string[]> {
      const rows = await db
        .selectFrom('agents')
        .select('tags')
        .distinct()
        .where(matches(filter))
        .orderBy('tags')
        .limit(COMBINATIONS_MAX)
        .execute()
      return [...new Set(rows.flatMap(({ tags }) => JSON.parse(tags) as string[]))]
    },

    async capabilities(id: string): Promise<Capability[]> {
      const row = await db.selectFrom('agents').select('capabilities').where('id', '=', id).executeTakeFirst()
      return capability.array().parse(JSON.parse(row?.capabilities ?? '[]'))
    },

    async count(filter: AgentFilter & { connected?: boolean }): Promise<number> {
      const connected = counted(filter).$if(filter.connected === true, (query) =>
        query.where('agents.status', 'in', CONNECTED),
      )
      const isKept = isPlain(filter) && filter.connected !== true
      const { rows } = await db.executeQuery(isKept ? plainCount({ ownerId: filter.ownerId }) : connected)
      return Number(rows[0]?.total)
    },

    async update(id: string, { name, tags }: Editable): Promise<void> {
      await db
        .updateTable('agents')
        .set({ name, tags: JSON.stringify(tags), search: searchText(id, name) })
        .where('id', '=', id)
        .execute()
    },

    async setToken(id: string, tokenHash: string): Promise<void> {
      await db.updateTable('agents').set({ token_hash: tokenHash }).where('id', '=', id).execute()
    },

    /** Forgets who held the token so far, and ends a quarantine. */
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

    /** Removes an agent with all that it sent. Runs inside a transaction. */
    async remove(id: string): Promise<void> {
      const removed = await db.deleteFrom('agents').where('id', '=', id).returning('ref').executeTakeFirst()
      if (!removed) return
      for (const table of ['samples', 'rollups', 'records'] as const) {
        await db.deleteFrom(table).where('agent_ref', '=', removed.ref).execute()
      }
    },
  }
}
export type AgentsRepo = ReturnType<typeof createAgentsRepo>
