import type { CompiledQuery, QueryResult } from 'kysely'
import { type SqliteThread, startSqliteThread } from './sqlite-thread.ts'

/** Reads on a connection of another thread, not on the event loop. */
export type SqliteReader = {
  read(query: CompiledQuery): Promise<QueryResult<unknown>>
  close(): Promise<void>
}

/**
 * Starts its thread with the first read, and a new one after a loss: the lost one's reads fail, the next ones don't.
 */
export function createSqliteReader(file: string): SqliteReader {
  let thread: SqliteThread | undefined
  const lose = () => {
    thread = undefined
  }
  return {
    async read({ sql, parameters }) {
      thread ??= startSqliteThread(file, lose, true)
      const [done] = await thread.run([{ sql, parameters }])
      return { rows: done?.[0] ?? [] }
    },
    close: async () => thread?.close(),
  }
}
