import { DatabaseSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { configure, statementCache } from './sqlite-file.ts'
import type { SqliteWriter } from './sqlite-writer.ts'

/** All schema changes of a migration run stand or fall together; SQLite can do that, Kysely's adapter doesn't say so. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

type Connection = DatabaseConnection & { release: (() => void) | null }

/**
 * Kysely on `node:sqlite`: plain selects are answered on the event loop (a point read takes about 10 µs), everything
 * else goes to the writer's thread, one transaction at a time.
 */
export function sqliteDialect(file: string, writer: SqliteWriter): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => createDriver(file, writer),
  }
}

const noop = () => {}

function createDriver(file: string, writer: SqliteWriter): Driver {
  const reader = configure(new DatabaseSync(file))
  const prepare = statementCache(reader)

  function createConnection(): Connection {
    const connection: Connection = {
      release: null,
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (connection.release) return write(query)
        return query.query.kind === 'SelectQueryNode' ? read(query) : writeAlone(query)
      },
      streamQuery: () => {
        throw new Error('Streaming queries are not used')
      },
    }
    return connection
  }

  async function read<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: prepare(sql).all(...(parameters as never[])) as R[] }
  }
  async function write<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await writer.run(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }
  async function writeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const release = await writer.lock()
    return write<R>(query).finally(release)
  }
  function unlock(connection: Connection) {
    connection.release?.()
    connection.release = null
  }

  return {
    init: async () => {},
    acquireConnection: async () => createConnection(),
    async beginTransaction(connection) {
      const release = await writer.lock()
      ;(connection as Connection).release = release
      await writer.run('begin immediate', [])
    },
    async commitTransaction(connection) {
      // Where this fails Kysely rolls back, which unlocks.
      await writer.run('commit', [])
      unlock(connection as Connection)
    },
    rollbackTransaction: (connection) =>
      writer
        .run('rollback', [])
        .then(noop)
        .finally(() => unlock(connection as Connection)),
    releaseConnection: async () => {},
    async destroy() {
      reader.close()
      await writer.close()
    },
  }
}
