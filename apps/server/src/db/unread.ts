import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db, Tx } from './schema.ts'

type OnResult = (result: QueryResult<unknown>) => void

/** Listeners for results that no caller waits for. */
const resultListeners = new WeakMap<CompiledQuery, OnResult>()

/**
 * Makes a change without waiting for its result. In a transaction it travels with the next statement, and its failure
 * fails that one. The returned function gives the result; it throws before the commit.
 */
export async function executeUnread<R>(
  db: Db | Tx,
  change: Compilable<R> | CompiledQuery<R>,
): Promise<() => QueryResult<R>> {
  const query = 'compile' in change ? change.compile() : change
  let answer: QueryResult<R> | undefined
  resultListeners.set(query, (result) => {
    answer = result as QueryResult<R>
  })
  await db.executeQuery(query)
  return () => {
    if (!answer) throw new Error('The result is available only after the commit')
    return answer
  }
}

/** Passes a statement's result to its listener. */
export const passResult = (query: CompiledQuery, result: QueryResult<unknown>): void =>
  resultListeners.get(query)?.(result)

/** True if no caller needs the result before the commit: a plain insert, or a statement of `executeUnread`. */
export function mayBeHeldBack(compiled: CompiledQuery): boolean {
  const { sql, query } = compiled
  if (resultListeners.has(compiled)) return true
  if (query.kind === 'InsertQueryNode') return !query.returning && !query.onConflict
  return query.kind === 'RawNode' && /^\s*insert\b/.test(sql) && !/\breturning\b|\bon conflict\b/.test(sql)
}
