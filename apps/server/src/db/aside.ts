import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import type { Db, Tx } from './schema.ts'

const aside = new WeakSet<CompiledQuery>()

/**
 * Reads what may take longer than others should wait: on SQLite a thread of its own looks through the rows, and neither
 * the event loop nor whoever writes. The way there and back takes ten times as long as a point read.
 */
export async function executeAside<R>(
  db: Db | Tx,
  read: Compilable<R> | RawBuilder<R> | CompiledQuery<R>,
): Promise<R[]> {
  const query = 'compile' in read ? read.compile(db) : read
  aside.add(query)
  return (await db.executeQuery(query)).rows
}

/** Whether `executeAside` asks: then nothing is changed, whatever the text looks like. */
export const isAside = (query: CompiledQuery): boolean => aside.has(query)
