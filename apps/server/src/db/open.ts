import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely } from 'kysely'
import type { Config } from '#server/config.ts'
import { migrate } from './migrate.ts'
import type { OnWrite } from './on-write.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { startSqliteWriter } from './sqlite-writer.ts'

/** PostgreSQL answers within this time, or the connection is taken for broken. */
const SILENCE_MS = 30_000

/**
 * Opens the database that the settings name and migrates it. The caller ends it with `db.destroy()`; `onWrite` hears of
 * each change that others may see now, `onLost` that nothing can be written any more, which only a restart can mend.
 */
export async function openDatabase(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  onWrite?: OnWrite,
  onLost?: (cause: Error) => void,
): Promise<Db> {
  const { DATABASE_URL } = config
  if (!DATABASE_URL) return migrated(openSqlite(sqliteFile(config), onWrite, onLost))
  const { openPostgres } = await import('./postgres.ts')
  // A migration of many rows may take its time.
  await migrated(openPostgres(DATABASE_URL)).then((db) => db.destroy())
  return openPostgres(DATABASE_URL, onWrite, SILENCE_MS)
}

async function migrated(db: Db): Promise<Db> {
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Where the data are without PostgreSQL. */
export const sqliteFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'atalaya.db')

/** A connection to a file, which is made where it is missing; not migrated. */
export function openSqlite(file: string, onWrite?: OnWrite, onLost?: (cause: Error) => void): Db {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite would make it for all to read; its log and its shared memory take the mode of the file.
  closeSync(openSync(file, 'a', 0o600))
  return new Kysely<Schema>({ dialect: sqliteDialect(file, startSqliteWriter(file, onLost), onWrite) })
}
