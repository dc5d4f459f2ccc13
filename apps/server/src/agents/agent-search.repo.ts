import { agentStatus } from '@atalaya/contract/agent-fields'
import { foldForSearch } from '@atalaya/format/folded'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Number of newest agents that are searched for a term without a trigram. */
export const SHORT_TERM_SEARCHED_MAX = 10_000

/** Maximum trigrams of a term in a query on SQLite's index. */
const TRIGRAMS_MAX = 16

/** True if the trigram indexes of both databases can answer a term: it has three letters or digits in a row. */
export const hasTrigram = (term: string): boolean => /[\p{L}\p{N}]{3}/u.test(foldForSearch(term))

/**
 * Condition for agents that match a term: their search text contains it, ignoring case and accents, or their
 * status begins with it. `%` and `_` are literal.
 *
 * A term without a trigram is searched among the newest `SHORT_TERM_SEARCHED_MAX` (of the owner, if one is given). Its
 * cost does not grow with the fleet.
 */
export function matchesTerm(
  db: Db | Tx,
  ref: RawBuilder<unknown>,
  term: string,
  ownerId?: string,
): RawBuilder<SqlBool> {
  const text = foldForSearch(term)
  if (!hasTrigram(term)) return sql<SqlBool>`${ref} in (${newestLike(db, text, ownerId)})`
  const statuses = agentStatus.options.filter((status) => status.startsWith(text))
  const like = isPostgres(db) ? refsByLike(text) : refsByTrigrams(text)
  return statuses.length === 0 ? sql`${ref} in (${like})` : sql`${ref} in (${like} union all ${withStatus(statuses)})`
}

const withStatus = (statuses: string[]) => sql`select ref from agents where status in (${sql.join(statuses)})`

const refsByLike = (text: string) => sql`select ref from agents_search where search like ${containing(text)}`

/**
 * Matches each distinct trigram, then the whole term among the hits. Not one phrase: FTS5 needs about a second for a
 * phrase of equal trigrams.
 */
const refsByTrigrams = (text: string) => {
  const trigrams = trigramsOf(text).map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
  return sql`
    select ref from agents where ref in (select rowid from agents_search where agents_search match ${trigrams.join(' ')})
      and instr(search, ${text}) > 0`
}

/** First distinct trigrams of a text; further ones hardly reduce the hits. */
export function trigramsOf(text: string): string[] {
  const letters = [...text]
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= letters.length && trigrams.size < TRIGRAMS_MAX; at++) {
    trigrams.add(letters.slice(at, at + 3).join(''))
  }
  return [...trigrams]
}

function newestLike(db: Db | Tx, text: string, ownerId: string | undefined) {
  const newest = db
    .selectFrom('agents as newest')
    .select(['newest.ref', 'newest.search'])
    .$if(ownerId !== undefined, (query) => query.where('newest.owner_id', '=', ownerId ?? ''))
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(SHORT_TERM_SEARCHED_MAX)
  return db
    .selectFrom(newest.as('searched'))
    .select('searched.ref')
    .where(sql<SqlBool>`searched.search like ${containing(text)} escape '\\'`)
}

/** A LIKE pattern in which `%` and `_` of the text match only themselves. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
