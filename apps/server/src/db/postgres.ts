// Loaded only where PostgreSQL is used: the driver takes 3 MB of memory.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type OnWrite, telling } from './on-write.ts'
import type { Db, Schema } from './schema.ts'

const POOL_MAX = 10
const INT8 = 20

/** Connections to PostgreSQL; not migrated. */
export function openPostgres(connectionString: string, onWrite?: OnWrite): Db {
  // Our bigint columns are milliseconds and counts, far below 2^53.
  const types = { getTypeParser: (oid: number) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)) }
  const pool = new pg.Pool({ connectionString, max: POOL_MAX, types: types as pg.CustomTypesConfig })
  // A broken idle connection is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => {})
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), ...telling(onWrite) })
}
