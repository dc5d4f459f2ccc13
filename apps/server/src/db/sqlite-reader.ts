import type { CompiledQuery, QueryResult } from 'kysely'
import { type SqliteThread, startSqliteThread } from './sqlite-thread.ts'

/** Runs reads on a connection in another thread, off the event loop. */
export type SqliteReader = {
  read(query: CompiledQuery): Promise<QueryResult<unknown>>
  close(): Promise<void>
}

/**
 * Starts its thread with the first read. If the thread dies, its pending reads fail, and the next read starts a new
 * thread.
 */
export function createSqliteReader(file: string): SqliteReader {
  let thread: SqliteThread | undefined
  const forgetThread = () => {
    thread = undefined
  }
  return {
    async read({ sql, parameters }) {
      thread ??= startSqliteThread(file, forgetThread, { isReader: true })
      const [done] = await thread.run([{ sql, parameters }])
      return { rows: done?.[0] ?? [] }
    },
    close: async () => thread?.close(),
  }
}
