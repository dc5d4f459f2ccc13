import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { METRIC_BOUNDS } from '@atalaya/contract/metric-bounds'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { orderKey } from '#server/domain/agent-keys.ts'
import { isFoundBy } from './agent-search.repo.ts'

/** Which agents: those for which all that is given holds; all without anything. */
export type AgentFilter = {
  ownerId?: string | undefined
  query?: string | undefined
  tag?: string | undefined
  status?: AgentStatus[] | undefined
  system?: string | undefined
  version?: string | undefined
  /** Something is wrong with it: it is away, says so itself, is kept out, or one of its numbers is critical. */
  isTrouble?: boolean | undefined
}

/**
 * By which index agents are found: by those of what is asked for, or by one that has them in order, of all or of an owner.
 * The wrong one goes through all agents, so it is chosen here and not by the database, which can only guess.
 */
export type Index = 'filter' | 'order' | 'order of an owner'

const AWAY: AgentStatus[] = ['quarantined', 'offline', 'degraded']
const CRITICAL = {
  disk: METRIC_BOUNDS['disk.used'].critical,
  memory: METRIC_BOUNDS['memory.used'].critical,
  temperature: METRIC_BOUNDS['temperature.celsius'].critical,
}
const overBounds = Object.entries(CRITICAL).map(
  ([name, bound]) => sql`coalesce(${sql.ref(`agent_numbers.${name}`)}, -1000) >= ${sql.lit(bound)}`,
)

/** The conditions on `agents` that a filter makes. */
export function conditions(db: Db | Tx, filter: AgentFilter, index: Index): Expression<SqlBool>[] {
  const { ownerId, query, tag, status, system, version, isTrouble } = filter
  /** With a plus, SQLite takes no index for a column; PostgreSQL knows from its statistics. */
  const column = (name: string) => (index !== 'filter' && !isPostgres(db) ? sql`+${sql.ref(name)}` : sql.ref(name))
  const owner = index === 'order of an owner' ? sql.ref('agents.owner_id') : column('agents.owner_id')
  const found: RawBuilder<SqlBool>[] = []
  if (ownerId !== undefined) found.push(sql`${owner} = ${ownerId}`)
  if (status) found.push(sql`${column('agents.status')} in (${sql.join(status)})`)
  if (system !== undefined) found.push(sql`${column('agents.system')} = ${system}`)
  if (version !== undefined) found.push(sql`${column('agents.version_key')} = ${orderKey(version)}`)
  if (tag !== undefined) found.push(index === 'filter' ? isAmongTagged(tag) : hasTag(tag))
  if (isTrouble) found.push(index === 'filter' ? isAmongTroubles : isTroubled(column('agents.status')))
  if (query) found.push(isFoundBy(db, column('agents.ref'), query, ownerId))
  return found
}

const isAmongTagged = (tag: string) => sql<SqlBool>`agents.ref in (select ref from agent_tags where tag = ${tag})`
const hasTag = (tag: string) =>
  sql<SqlBool>`exists (select 1 from agent_tags where agent_tags.tag = ${tag} and agent_tags.ref = agents.ref)`

const away = sql.join(AWAY.map((status) => sql.lit(status)))
const isAmongTroubles = sql<SqlBool>`agents.ref in (
  select ref from agents where status in (${away})
  ${sql.join(
    overBounds.map((isOver) => sql`union all select ref from agent_numbers where ${isOver}`),
    sql` `,
  )})`
const isTroubled = (status: RawBuilder<unknown>) =>
  sql<SqlBool>`(${status} in (${away}) or exists (
    select 1 from agent_numbers where agent_numbers.ref = agents.ref and (${sql.join(overBounds, sql` or `)})))`
