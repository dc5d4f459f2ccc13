import type { AgentSort } from '@atalaya/contract/agent-listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Order of agents: by age, or by a chosen column. */
export type AgentOrder = { by: AgentSort | 'created'; direction: 'asc' | 'desc' }
export const NEWEST_FIRST: AgentOrder = { by: 'created', direction: 'desc' }

/** Position of an agent in an order. */
export type AgentCursor = { key: string | number; tie: string | number }

type NumberColumn = Exclude<keyof Schema['agent_numbers'], 'ref' | 'at'>
type Way = {
  /** Each is the expression of an index, to the letter: another one would go through the table. */
  key: RawBuilder<string | number>
  /** Tie-breaker of equal keys: the last column of the same index. */
  tie: 'agents.id' | 'agents.ref' | 'agent_numbers.ref'
  usual: AgentOrder['direction']
}

/** Unknown numbers sort below the lowest in an index. */
const NOTHING = -1000
const UNKNOWN = sql.lit(NOTHING)
const numbered = (name: NumberColumn): Way => ({
  key: sql`coalesce(${sql.ref(`agent_numbers.${name}`)}, ${UNKNOWN})`,
  tie: 'agent_numbers.ref',
  usual: 'desc',
})

/** Trouble first. */
const rank = sql<number>`case agents.status when 'quarantined' then 0 when 'offline' then 1 when 'degraded' then 2
  when 'reconnecting' then 3 when 'pending' then 4 when 'updating' then 5 when 'running' then 6 else 7 end`

const WAYS: Record<AgentOrder['by'], Way> = {
  created: { key: sql`agents.created_at`, tie: 'agents.id', usual: 'desc' },
  status: { key: rank, tie: 'agents.ref', usual: 'asc' },
  name: { key: sql`agents.name_key`, tie: 'agents.ref', usual: 'asc' },
  lastSeen: { key: sql`coalesce(agents.last_seen, 0)`, tie: 'agents.ref', usual: 'desc' },
  version: { key: sql`agents.version_key`, tie: 'agents.ref', usual: 'asc' },
  cpu: numbered('cpu'),
  memory: numbered('memory'),
  disk: numbered('disk'),
  temperature: numbered('temperature'),
}

export const wayOf = ({ by }: AgentOrder): Way => WAYS[by]

/** Requested order; each starts at the end that people need most often. */
export function orderOf({
  sort,
  order,
}: {
  sort?: AgentSort | undefined
  order?: 'asc' | 'desc' | undefined
}): AgentOrder {
  if (!sort) return order === 'asc' ? { ...NEWEST_FIRST, direction: order } : NEWEST_FIRST
  return { by: sort, direction: order ?? WAYS[sort].usual }
}

/** Rows behind a position in an order. */
function isBehind(order: AgentOrder, { key, tie }: AgentCursor) {
  const way = wayOf(order)
  const than = sql.raw(order.direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${way.key}, ${sql.ref(way.tie)}) ${than} (${key}, ${tie})`
}

/**
 * Walks along an index that an order takes from a position on; each lists its conditions. One is enough except for
 * ascending numbers. There unknown ones have a walk of their own, and come last, too.
 */
export function walksOf(order: AgentOrder, place: AgentCursor | undefined): RawBuilder<SqlBool>[][] {
  const behind = place ? [isBehind(order, place)] : []
  if (!hasUnknownLast(order)) return [behind]
  const { key } = wayOf(order)
  const isKnown = sql<SqlBool>`${key} > ${UNKNOWN}`
  // `=` would let SQLite sort all rows by itself.
  const isUnknown = sql<SqlBool>`${key} <= ${UNKNOWN}`
  if (!place) return [[isKnown], [isUnknown]]
  return place.key === NOTHING ? [[isUnknown, ...behind]] : [[isKnown, ...behind], [isUnknown]]
}

/** First sort key of an order that has unknown values last, if that is not its key. */
export const unknownLast = (order: AgentOrder): RawBuilder<unknown>[] =>
  hasUnknownLast(order) ? [sql`case when ${wayOf(order).key} <= ${UNKNOWN} then 1 else 0 end`] : []

const hasUnknownLast = ({ by, direction }: AgentOrder) => direction === 'asc' && WAYS[by].tie === 'agent_numbers.ref'
