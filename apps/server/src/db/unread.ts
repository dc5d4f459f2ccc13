import type { Compilable, CompiledQuery } from 'kysely'
import type { Db, Tx } from './schema.ts'

const unread = new WeakSet<CompiledQuery>()

/**
 * Makes a change of which nobody wants to know how many rows it met: in a transaction it travels with the next
 * statement, and where it fails, that one does.
 */
export async function executeUnread(db: Db | Tx, change: Compilable | CompiledQuery): Promise<void> {
  const query = 'compile' in change ? change.compile() : change
  unread.add(query)
  await db.executeQuery(query)
}

/** Whether nobody waits for what a statement answers: an insert that can only succeed or fail, or `executeUnread`'s. */
export function isUnread(compiled: CompiledQuery): boolean {
  const { sql, query } = compiled
  if (unread.has(compiled)) return true
  if (query.kind === 'InsertQueryNode') return !query.returning && !query.onConflict
  return query.kind === 'RawNode' && /^\s*insert\b/.test(sql) && !/\breturning\b|\bon conflict\b/.test(sql)
}
