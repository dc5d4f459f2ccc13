import type { Agent } from '@atalaya/contract/agents'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** How many of the newest agents are searched for a term that no trigram index can answer. */
export const SHORT_TERM_AGENTS = 10_000

/** Id and name as they are searched: one form of each letter, in lower case. */
export const searchText = (id: string, name: string | null): string => searchable(`${id}\n${name ?? ''}`)

const searchable = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether the trigram indexes of both databases can answer a term: it has three letters or digits in a row. */
export const hasTrigram = (term: string): boolean => /[\p{L}\p{N}]{3}/u.test(searchable(term))

/**
 * Agents whose id or name holds the term, in any case; `%` and `_` are letters. A term without a trigram is sought among
 * the newest `SHORT_TERM_AGENTS` (of the owner, where one is given), so that it costs the same however many there are.
 */
export function holdsTerm(db: Db | Tx, term: string, ownerId?: string): Expression<SqlBool> {
  const text = searchable(term)
  if (!hasTrigram(term)) return sql<SqlBool>`agents.ref in (${newestLike(db, text, ownerId)})`
  return sql<SqlBool>`agents.ref in (${isPostgres(db) ? likeTerm(text) : matchTerm(text)})`
}

/** Agents that come behind this one where the newest is first. */
export const isBehind = ({ createdAt, agentId }: Agent): Expression<SqlBool> =>
  sql<SqlBool>`(agents.created_at, agents.id) < (${Date.parse(createdAt)}, ${agentId})`

/**
 * Agents with a tag, in exactly this spelling. Their tags are a JSON list, in which a quotation mark right behind `[` or
 * `,` begins a tag; `replace` minds case in both databases, which `like` does not.
 */
export function hasTag(tag: string): Expression<SqlBool> {
  const text = JSON.stringify(tag)
  const holds = (part: string) => sql`replace(agents.tags, ${part}, '') <> agents.tags`
  return sql<SqlBool>`(${holds(`[${text}`)} or ${holds(`,${text}`)})`
}

const likeTerm = (text: string) => sql`select ref from agents_search where search like ${containing(text)}`

const matchTerm = (text: string) =>
  sql`select rowid from agents_search where agents_search match ${`"${text.replaceAll('"', '""')}"`}`

function newestLike(db: Db | Tx, text: string, ownerId: string | undefined) {
  const newest = db
    .selectFrom('agents as newest')
    .select(['newest.ref', 'newest.search'])
    .$if(ownerId !== undefined, (query) => query.where('newest.owner_id', '=', ownerId ?? ''))
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(SHORT_TERM_AGENTS)
  return db
    .selectFrom(newest.as('searched'))
    .select('searched.ref')
    .where(sql<SqlBool>`searched.search like ${containing(text)} escape '\\'`)
}

/** A LIKE pattern in which `%` and `_` are letters. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
