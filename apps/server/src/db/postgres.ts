// Loaded only where PostgreSQL is used: the driver takes 3 MB of memory.
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type OnWrite, telling } from './on-write.ts'
import type { Db, Schema } from './schema.ts'

const POOL_MAX = 10
const INT8 = 20
/** For so long a request waits for a connection: what waits must not pile up while PostgreSQL is away or slow. */
const CONNECT_MS = 5_000

/**
 * Connections to PostgreSQL; not migrated. A statement to which it says nothing for `silenceMs` fails, and its
 * connection is replaced: it may be half open. 0 waits for ever.
 */
export function openPostgres(connectionString: string, onWrite?: OnWrite, silenceMs = 0): Db {
  // Our bigint columns are milliseconds and counts, far below 2^53.
  const types = { getTypeParser: (oid: number) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)) }
  const pool = new pg.Pool({
    connectionString,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    types: types as pg.CustomTypesConfig,
  })
  // A broken connection fails its statement and is replaced by the pool; unheard, its error would end the process,
  // whether the connection is idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(silenceMs, () => stream.destroy())
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...telling(onWrite) })
}
