import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db, Tx } from './schema.ts'

type Hear = (result: QueryResult<unknown>) => void

/** Who hears what a statement answers that nobody waits for. */
const hearers = new WeakMap<CompiledQuery, Hear>()

/**
 * Makes a change of which nobody waits for the answer: in a transaction it travels with the next statement, and where it
 * fails, that one does. What it answers is there after the commit; asked before, it is a fault.
 */
export async function executeUnread<R>(
  db: Db | Tx,
  change: Compilable<R> | CompiledQuery<R>,
): Promise<() => QueryResult<R>> {
  const query = 'compile' in change ? change.compile() : change
  let answer: QueryResult<R> | undefined
  hearers.set(query, (result) => {
    answer = result as QueryResult<R>
  })
  await db.executeQuery(query)
  return () => {
    if (!answer) throw new Error('The transaction has not told yet what it did')
    return answer
  }
}

/** Tells who asked for it what a statement has answered. */
export const tellAnswer = (query: CompiledQuery, result: QueryResult<unknown>): void => hearers.get(query)?.(result)

/** Whether nobody waits for what a statement answers: an insert that can only succeed or fail, or `executeUnread`'s. */
export function isUnread(compiled: CompiledQuery): boolean {
  const { sql, query } = compiled
  if (hearers.has(compiled)) return true
  if (query.kind === 'InsertQueryNode') return !query.returning && !query.onConflict
  return query.kind === 'RawNode' && /^\s*insert\b/.test(sql) && !/\breturning\b|\bon conflict\b/.test(sql)
}
