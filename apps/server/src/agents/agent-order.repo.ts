import type { AgentSort } from '@atalaya/contract/agent-listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Order of agents: by age, or by a chosen column. */
export type AgentOrder = { by: AgentSort | 'created'; direction: 'asc' | 'desc' }
export const NEWEST_FIRST: AgentOrder = { by: 'created', direction: 'desc' }

/** Position of an agent in an order. */
export type AgentCursor = { key: string | number; tie: string | number }

type NumberColumn = Exclude<keyof Schema['agent_numbers'], 'ref' | 'at'>
type OrderIndex = {
  /** Exactly the expression of an index: any other one would scan the table. */
  key: RawBuilder<string | number>
  /** Tie-breaker of equal keys: the last column of the same index. */
  tie: 'agents.id' | 'agents.ref' | 'agent_numbers.ref'
  defaultDirection: AgentOrder['direction']
}

/** Key of an unknown number: lower than any number, the lowest temperature included. */
const UNKNOWN_KEY = -1000
const UNKNOWN = sql.lit(UNKNOWN_KEY)
const indexOfNumber = (name: NumberColumn): OrderIndex => ({
  key: sql`coalesce(${sql.ref(`agent_numbers.${name}`)}, ${UNKNOWN})`,
  tie: 'agent_numbers.ref',
  defaultDirection: 'desc',
})

/** Rank of a status: trouble first. */
const rank = sql<number>`case agents.status when 'quarantined' then 0 when 'offline' then 1 when 'degraded' then 2
  when 'reconnecting' then 3 when 'pending' then 4 when 'updating' then 5 when 'running' then 6 else 7 end`

const INDEXES: Record<AgentOrder['by'], OrderIndex> = {
  created: { key: sql`agents.created_at`, tie: 'agents.id', defaultDirection: 'desc' },
  status: { key: rank, tie: 'agents.ref', defaultDirection: 'asc' },
  name: { key: sql`agents.name_key`, tie: 'agents.ref', defaultDirection: 'asc' },
  lastSeen: { key: sql`coalesce(agents.last_seen, 0)`, tie: 'agents.ref', defaultDirection: 'desc' },
  version: { key: sql`agents.version_key`, tie: 'agents.ref', defaultDirection: 'asc' },
  cpu: indexOfNumber('cpu'),
  memory: indexOfNumber('memory'),
  disk: indexOfNumber('disk'),
  temperature: indexOfNumber('temperature'),
}

export const orderIndexOf = ({ by }: AgentOrder): OrderIndex => INDEXES[by]

/** Requested order. By default it starts at the end that people need most often. */
export function orderOf({
  sort,
  order,
}: {
  sort?: AgentSort | undefined
  order?: 'asc' | 'desc' | undefined
}): AgentOrder {
  if (!sort) return order === 'asc' ? { ...NEWEST_FIRST, direction: order } : NEWEST_FIRST
  return { by: sort, direction: order ?? INDEXES[sort].defaultDirection }
}

/** Condition for rows after a position in an order. */
function isAfter(order: AgentOrder, { key, tie }: AgentCursor) {
  const index = orderIndexOf(order)
  const comparison = sql.raw(order.direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${index.key}, ${sql.ref(index.tie)}) ${comparison} (${key}, ${tie})`
}

/**
 * Index scans that an order needs from a position on, each as a list of conditions. One is enough, except for
 * ascending numbers: their unknown values need a second scan, as they come last.
 */
export function indexScansOf(order: AgentOrder, startAfter: AgentCursor | undefined): RawBuilder<SqlBool>[][] {
  const after = startAfter ? [isAfter(order, startAfter)] : []
  if (!hasUnknownLast(order)) return [after]
  const { key } = orderIndexOf(order)
  const isKnown = sql<SqlBool>`${key} > ${UNKNOWN}`
  // With `=` SQLite would sort all rows.
  const isUnknown = sql<SqlBool>`${key} <= ${UNKNOWN}`
  if (!startAfter) return [[isKnown], [isUnknown]]
  return startAfter.key === UNKNOWN_KEY ? [[isUnknown, ...after]] : [[isKnown, ...after], [isUnknown]]
}

/** Extra first sort key of an order that has unknown values last; empty for other orders. */
export const unknownLast = (order: AgentOrder): RawBuilder<unknown>[] =>
  hasUnknownLast(order) ? [sql`case when ${orderIndexOf(order).key} <= ${UNKNOWN} then 1 else 0 end`] : []

const hasUnknownLast = ({ by, direction }: AgentOrder) => direction === 'asc' && INDEXES[by].tie === 'agent_numbers.ref'
