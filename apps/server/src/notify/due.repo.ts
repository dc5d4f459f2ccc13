import { type RawBuilder, sql } from 'kysely'

/** Literals, not parameters: only then do the databases use the partial index. */
export const IS_OPEN = sql<boolean>`state in ('waiting', 'held', 'sending')`

/** Longer than a message is ever postponed, unless it is held. */
const POSTPONED_MAX_MS = 20 * 60_000

/** Maximum time ahead for which a notice is planned, with slack; `grew` waits five minutes. */
const NOTICE_AHEAD_MAX_MS = 60_000
const GREW_AHEAD_MAX_MS = 6 * 60_000
/**
 * Conditions of due notices, each with an index, as lasting alerts have notices that are due later. A notice planned
 * further ahead than the maximum was written by a clock that ran ahead.
 */
export const dueNoticesAt = (now: number) => [
  sql`due_at <= ${now}`,
  sql`what in ('opened', 'ended') and due_at > ${now + NOTICE_AHEAD_MAX_MS}`,
  sql`what = 'grew' and due_at > ${now + GREW_AHEAD_MAX_MS}`,
]

/** Conditions of due messages, as those of notices. One due too far ahead was written by a clock that ran ahead. */
export const dueMessagesAt = (now: number, states = ['waiting']) => [
  sql`due_at <= ${now} and ${IS_OPEN}`,
  sql`${IS_OPEN} and state in (${sql.join(states.map((state) => sql.lit(state)))}) and due_at > ${now + POSTPONED_MAX_MS}`,
]

/** First rows by the time they are due. Each condition is a select of its own, so that its index gives the order. */
export function firstDue<Row>(table: string, conditions: RawBuilder<unknown>[], limit: number): RawBuilder<Row> {
  const parts = conditions.map(
    (where) => sql`
      select * from (select * from ${sql.table(table)} where ${where} order by due_at, seq limit ${limit}) as part`,
  )
  return sql`select * from (${sql.join(parts, sql` union all `)}) as due order by due_at, seq limit ${limit}`
}
