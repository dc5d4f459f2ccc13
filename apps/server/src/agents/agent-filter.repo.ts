import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { METRIC_BOUNDS } from '@atalaya/contract/metric-bounds'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { orderKey } from '#server/domain/agent-index-columns.ts'
import { matchesTerm } from './agent-search.repo.ts'

/** Filter of agents: all given conditions must hold. An empty filter means all agents. */
export type AgentFilter = {
  ownerId?: string | undefined
  /** Owners: one of these. */
  ownerIds?: string[] | undefined
  /** Ids: one of these. */
  ids?: string[] | undefined
  query?: string | undefined
  /** Tags: the agent has at least one. */
  tags?: string[] | undefined
  /** Tags: the agent has each one. */
  allTags?: string[] | undefined
  /** Tags: the agent has none. */
  withoutTags?: string[] | undefined
  status?: AgentStatus[] | undefined
  systems?: string[] | undefined
  versions?: string[] | undefined
  /** `any`: the agent is away, degraded, quarantined, or has a critical number; `critical`: only a critical number. */
  trouble?: 'any' | 'critical' | undefined
  /** Sort keys of versions: the agent's is one of them. */
  versionKeys?: string[] | undefined
  /** Further filter: the agent must match it, too. */
  within?: AgentFilter | undefined
}

/**
 * Index that a query on agents uses: those of the filter, that of the requested order, or the primary key. The order
 * may be of all agents or of an owner. The program chooses, since the database can only guess, and a wrong index scans
 * all agents.
 */
export type Index = 'filter' | 'order' | 'order of an owner' | 'key'

const TROUBLE_STATUSES: AgentStatus[] = ['quarantined', 'offline', 'degraded']
const CRITICAL = {
  disk: METRIC_BOUNDS['disk.used'].critical,
  memory: METRIC_BOUNDS['memory.used'].critical,
  temperature: METRIC_BOUNDS['temperature.celsius'].critical,
}
/** Each must equal the expression of an index exactly, or the table is scanned; -1000 stands for an unknown number. */
const overBounds = Object.entries(CRITICAL).map(
  ([name, bound]) => sql`coalesce(${sql.ref(`agent_numbers.${name}`)}, -1000) >= ${sql.lit(bound)}`,
)

/** Conditions of a filter on `agents`. */
export function conditions(db: Db | Tx, filter: AgentFilter, index: Index): Expression<SqlBool>[] {
  const { ownerId, ownerIds, ids, query, status, systems, versions, trouble, versionKeys, within } = filter
  /** Unary plus stops SQLite from using an index of the column. PostgreSQL decides by its statistics. */
  const column = (name: string) => (index !== 'filter' && !isPostgres(db) ? sql`+${sql.ref(name)}` : sql.ref(name))
  const owner = index === 'order of an owner' ? sql.ref('agents.owner_id') : column('agents.owner_id')
  const clauses: Expression<SqlBool>[] = []
  if (ownerId !== undefined) clauses.push(sql`${owner} = ${ownerId}`)
  if (ownerIds) clauses.push(isOneOf(column('agents.owner_id'), ownerIds))
  if (ids) clauses.push(isOneOf(column('agents.id'), ids))
  if (status) clauses.push(isOneOf(column('agents.status'), status))
  if (systems) clauses.push(isOneOf(column('agents.system'), systems))
  if (versions) clauses.push(isOneOf(column('agents.version_key'), versions.map(orderKey)))
  clauses.push(...tagConditions(db, filter, index))
  if (trouble) clauses.push(index === 'filter' ? amongTroubled[trouble] : hasTrouble[trouble](column('agents.status')))
  if (versionKeys) clauses.push(isOneOf(column('agents.version_key'), versionKeys))
  if (within) clauses.push(...conditions(db, within, index))
  if (query) clauses.push(matchesTerm(db, column('agents.ref'), query, ownerId))
  return clauses
}

function tagConditions(
  db: Db | Tx,
  { tags, allTags = [], withoutTags }: AgentFilter,
  index: Index,
): RawBuilder<SqlBool>[] {
  const has = index === 'key' && isPostgres(db) ? hasTagByKey : hasTag
  const tagged = index === 'filter' ? isAmongTagged : has
  const clauses = allTags.map((tag) => tagged([tag]))
  if (tags) clauses.push(tagged(tags))
  if (withoutTags?.length) clauses.push(sql`not ${has(withoutTags)}`)
  return clauses
}

const isAmongTagged = (tags: string[]) =>
  sql<SqlBool>`agents.ref in (select ref from agent_tags where tag in (${sql.join(tags)}))`
const hasTag = (tags: string[]) => sql<SqlBool>`exists (
  select 1 from agent_tags where agent_tags.tag in (${sql.join(tags)}) and agent_tags.ref = agents.ref)`

/** Same as `hasTag`: `offset 0` stops PostgreSQL from reading all agents with the tag first. */
const hasTagByKey = (tags: string[]) => sql<SqlBool>`exists (
  select 1 from agent_tags where agent_tags.tag in (${sql.join(tags)}) and agent_tags.ref = agents.ref offset 0)`

const isOneOf = (column: RawBuilder<unknown>, values: string[]) =>
  values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} in (${sql.join(values)})`

const troubleStatuses = sql.join(TROUBLE_STATUSES.map((status) => sql.lit(status)))
const withCritical = overBounds.map((isOver) => sql`select ref from agent_numbers where ${isOver}`)
const among = (found: RawBuilder<unknown>[]) => sql<SqlBool>`agents.ref in (${sql.join(found, sql` union all `)})`
/** Conditions that find agents in trouble by an index; those of `hasTrouble` test each agent. */
const amongTroubled = {
  any: among([sql`select ref from agents where status in (${troubleStatuses})`, ...withCritical]),
  critical: among(withCritical),
}
const hasCritical = sql<SqlBool>`exists (
  select 1 from agent_numbers where agent_numbers.ref = agents.ref and (${sql.join(overBounds, sql` or `)}))`
const hasTrouble = {
  any: (status: RawBuilder<unknown>) => sql<SqlBool>`(${status} in (${troubleStatuses}) or ${hasCritical})`,
  critical: () => hasCritical,
}
