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
import { configure, ROLLBACK, statementCache } from './sqlite-file.ts'
import type { Statement } from './sqlite-worker.ts'
import type { SqliteWriter } from './sqlite-writer.ts'

/** What SQLite can do and Kysely's adapter doesn't say. */
class Adapter extends SqliteAdapter {
  /** All schema changes of a migration run stand or fall together. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  /** Else Kysely lets one statement at a time through: each read would wait for the commit of whoever writes. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Connection = DatabaseConnection & {
  /** Lets others write; null outside a transaction. */
  release: (() => void) | null
  /** What the writer's thread gets together with the transaction's next statement: each message costs a thread's waking. */
  held: Statement[]
}

const HELD_MAX = 100

/** Whether a statement answers nothing, so that nobody waits for it: it fails together with its transaction. */
function isSilent({ sql, query }: CompiledQuery): boolean {
  if (query.kind === 'InsertQueryNode') return !query.returning && !query.onConflict
  return query.kind === 'RawNode' && /^\s*insert\b/.test(sql) && !/\breturning\b|\bon conflict\b/.test(sql)
}

/**
 * Kysely on `node:sqlite`: plain selects are answered on the event loop (a point read takes about 10 µs), everything
 * else goes to the writer's thread, one transaction at a time.
 */
export function sqliteDialect(file: string, writer: SqliteWriter): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => createDriver(file, writer),
  }
}

function createDriver(file: string, writer: SqliteWriter): Driver {
  const reader = configure(new DatabaseSync(file))
  const prepare = statementCache(reader)

  function createConnection(): Connection {
    const connection: Connection = {
      release: null,
      held: [],
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        const statement = { sql: query.sql, parameters: query.parameters }
        if (!connection.release) return query.query.kind === 'SelectQueryNode' ? read(statement) : writeAlone(statement)
        if (connection.held.length === HELD_MAX || !isSilent(query)) return write([...takeHeld(connection), statement])
        connection.held.push(statement)
        return { rows: [] }
      },
      streamQuery: () => {
        throw new Error('Streaming queries are not used')
      },
    }
    return connection
  }

  function read<R>({ sql, parameters }: Statement): QueryResult<R> {
    return { rows: prepare(sql).all(...(parameters as never[])) as R[] }
  }
  async function write<R>(statements: Statement[]): Promise<QueryResult<R>> {
    const { rows, changes } = await writer.run(statements)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }
  async function writeAlone<R>(statement: Statement): Promise<QueryResult<R>> {
    const release = await writer.lock()
    return write<R>([statement]).finally(release)
  }
  function takeHeld(connection: Connection): Statement[] {
    const taken = connection.held
    connection.held = []
    return taken
  }
  function unlock(connection: Connection) {
    connection.release?.()
    connection.release = null
  }

  return {
    init: async () => {},
    acquireConnection: async () => createConnection(),
    async beginTransaction(connection) {
      Object.assign(connection, { release: await writer.lock(), held: [{ sql: 'begin immediate', parameters: [] }] })
    },
    async commitTransaction(given) {
      const connection = given as Connection
      // Where this fails Kysely rolls back, which unlocks.
      await write([...takeHeld(connection), { sql: 'commit', parameters: [] }])
      unlock(connection)
    },
    async rollbackTransaction(given) {
      const connection = given as Connection
      connection.held = []
      await write([{ sql: ROLLBACK, parameters: [] }]).finally(() => unlock(connection))
    },
    releaseConnection: async () => {},
    async destroy() {
      reader.close()
      await writer.close()
    },
  }
}
