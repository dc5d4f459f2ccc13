// Loaded only with PostgreSQL: the driver takes 3 MB of memory.
import type { Socket } from 'node:net'
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { nameOf } from './cached-query.ts'
import { COMMIT, createDriver, type DriverConnection, type DriverListeners } from './driver.ts'
import type { Db, Schema } from './schema.ts'
import { isPlanOutdated } from './violations.ts'

const POOL_MAX = 10
/** PostgreSQL's id of the type bigint. */
const INT8 = 20
const BEGIN = CompiledQuery.raw('begin')
/** Time that a request waits for a connection: requests must not pile up while PostgreSQL is away or slow. */
const CONNECT_MS = 5_000

export type PostgresWaits = {
  /** A request gives up if it gets no connection within this time; 0 waits forever. */
  connectMs?: number | undefined
  /** A statement without an answer for this long fails, and its connection is replaced: it may be half open. */
  silenceMs?: number
}

/** Connections to PostgreSQL; not migrated. */
export function openPostgres(
  connectionString: string,
  listeners: DriverListeners = {},
  { connectMs = CONNECT_MS, silenceMs = 0 }: PostgresWaits = {},
): Db {
  // Our bigint columns are milliseconds and counts, far below 2^53.
  const types = { getTypeParser: (oid: number) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)) }
  const pool = new pg.Pool({
    connectionString,
    max: POOL_MAX,
    connectionTimeoutMillis: connectMs,
    types: types as pg.CustomTypesConfig,
    // Statements that go together don't wait for each other's answers.
    pipeline: true,
  })
  // A broken connection fails its statement, and the pool replaces it. Without these two listeners, for idle and for
  // used connections, its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const stream = connectionOf(client).stream
    stream.setTimeout(silenceMs, () => stream.destroy())
    if (silenceMs > 0) client.query(endStatementsAfter(silenceMs)).catch(() => {})
  })
  return new Kysely<Schema>({ dialect: dialectOf(pool, listeners) })
}

/**
 * SQL that sets a time limit for statements, unless PostgreSQL has one already. Otherwise those of lost connections
 * would run on, and add up. Not a start-up parameter, as poolers refuse unknown ones.
 */
const endStatementsAfter = (ms: number) => `
  select set_config('statement_timeout', '${ms}', false) where current_setting('statement_timeout') = '0'`

const dialectOf = (pool: pg.Pool, listeners: DriverListeners): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () =>
    createDriver({
      begin: BEGIN,
      open: async () => driverConnectionOf(await pool.connect()),
      close: () => pool.end(),
      ...listeners,
    }),
})

function driverConnectionOf(client: pg.PoolClient): DriverConnection {
  async function executeOnce(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { sql, parameters } = query
    const name = nameOf(query) ?? undefined
    const { rows, rowCount, command } = await client.query({ name, text: sql, values: [...parameters] })
    // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement has failed.
    if (sql === COMMIT.sql && command === 'ROLLBACK') throw new Error('The transaction was rolled back')
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** Prepares a statement again if a newer version of the server has changed a column of its result. */
  async function executeSingle(query: CompiledQuery): Promise<QueryResult<unknown>> {
    try {
      return await executeOnce(query)
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
      await client.query('deallocate all')
      connectionOf(client).parsedStatements = {}
      return executeOnce(query)
    }
  }

  /** PostgreSQL refuses all statements after one that fails, so the first error is the real one. */
  async function send(queries: CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const stream = connectionOf(client).stream
    stream.cork()
    const answers = queries.map(executeOnce)
    stream.uncork()
    const all = await Promise.allSettled(answers)
    const failed = all.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return Promise.all(answers)
  }

  return {
    executeSingle,
    executeTransaction: async (queries) => (await send([BEGIN, ...queries, COMMIT])).slice(1, -1),
    enterTransaction: async () => {},
    send,
    leaveTransaction: () => {},
    release: (isBroken) => client.release(isBroken),
  }
}

/** Private parts of a client: its one socket, and the statements that it has prepared. */
type Connection = { stream: Socket; parsedStatements: Record<string, string> }
const connectionOf = (client: pg.PoolClient) => (client as unknown as { connection: Connection }).connection
