import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { migrate } from './migrate.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { startSqliteWriter } from './sqlite-writer.ts'

const POOL_MAX = 10
const INT8 = 20

/** Opens the database that the settings name and migrates it. The caller ends it with `db.destroy()`. */
export async function openDatabase(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<Db> {
  const db = config.DATABASE_URL ? openPostgres(config.DATABASE_URL) : openSqlite(config.DATA_DIR)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function openSqlite(folder: string): Db {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'atalaya.db')
  return new Kysely<Schema>({ dialect: sqliteDialect(file, startSqliteWriter(file)) })
}

function openPostgres(connectionString: string): Db {
  // Our bigint columns are milliseconds and counts, far below 2^53.
  const types = { getTypeParser: (oid: number) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)) }
  const pool = new pg.Pool({ connectionString, max: POOL_MAX, types: types as pg.CustomTypesConfig })
  // A broken idle connection is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => {})
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Whether a statement failed because a row must be unique, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23505' || code === '2067' || code === '1555'
}
