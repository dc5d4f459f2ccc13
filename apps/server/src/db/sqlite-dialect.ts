import { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createDriver, type DriverConnection, type DriverListeners } from './driver.ts'
import { isLongRead } from './long-reads.ts'
import { changedTable } from './on-write.ts'
import { configureConnection, statementCache } from './sqlite-file.ts'
import { createSqliteReader, type SqliteReader } from './sqlite-reader.ts'
import type { SqliteThread, StatementResult } from './sqlite-thread.ts'
import type { Statement } from './sqlite-worker.ts'

const BEGIN = CompiledQuery.raw('begin immediate')

/** Abilities of SQLite that Kysely's adapter does not declare. */
class Adapter extends SqliteAdapter {
  /** Runs all schema changes of an upgrade in one transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  /** Otherwise Kysely lets one statement at a time through: each read would wait for the present commit. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Kysely on `node:sqlite`. Selects that Kysely built run on the event loop (a point read takes about 10 µs). Slow ones,
 * and reads written as text, run in a reader's thread. All else runs in the writer's thread, one transaction at a time.
 * That thread starts once the file is set up. Two connections that set up a new file at once would refuse each other.
 */
export function sqliteDialect(file: string, startWriter: () => SqliteThread, listeners: DriverListeners = {}): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver() {
      const reader = configureConnection(new DatabaseSync(file))
      const prepare = statementCache(reader)
      const read = ({ sql, parameters }: CompiledQuery) => ({ rows: prepare(sql).all(...(parameters as never[])) })
      const writer = startWriter()
      const readerThread = createSqliteReader(file)
      const close = async () => {
        reader.close()
        await readerThread.close()
        await writer.close()
      }
      return createDriver({
        begin: BEGIN,
        open: async () => connectionOf(writer, read, readerThread),
        close,
        ...listeners,
      })
    },
  }
}

type Read = (query: CompiledQuery) => QueryResult<unknown>

function connectionOf(writer: SqliteThread, read: Read, readerThread: SqliteReader): DriverConnection {
  let release = () => {}

  return {
    async executeSingle(query) {
      if (query.query.kind === 'SelectQueryNode' && !isLongRead(query)) return read(query)
      if (changedTable(query) === undefined) return readerThread.read(query)
      const [done] = await writer.transact(statementsOf([query]))
      return resultOf(done)
    },
    executeTransaction: async (queries) => (await writer.transact(statementsOf(queries))).map(resultOf),
    async enterTransaction() {
      release = await writer.lock()
    },
    async send(queries) {
      return (await writer.run(statementsOf(queries))).map(resultOf)
    },
    leaveTransaction: () => release(),
    release: () => {},
  }
}

const statementsOf = (queries: CompiledQuery[]): Statement[] =>
  queries.map(({ sql, parameters }) => ({ sql, parameters }))

const resultOf = ([rows, changes]: StatementResult = [[], 0]): QueryResult<unknown> => ({
  rows,
  numAffectedRows: BigInt(changes),
})
