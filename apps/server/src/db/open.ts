import { closeSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/domain/errors.ts'
import { makePrivateFolder } from '#server/domain/private-folder.ts'
import { keepCopyBeforeUpgrade } from './copy-before-upgrade.ts'
import type { AssertWritable } from './driver.ts'
import { migrate } from './migrate.ts'
import type { OnWrite } from './on-write.ts'
import { isOutage } from './outage.ts'
import type { PostgresWaits } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { startSqliteThread } from './sqlite-thread.ts'

const AWAY = 'PostgreSQL does not answer; start it, or check DATABASE_URL'

/** Time without an answer of PostgreSQL after which a connection counts as broken. */
const SILENCE_MS = 30_000

/** Callbacks after changes, and before them. */
export type Listeners = {
  onWrite?: OnWrite
  assertWritable?: AssertWritable
  /** Called when nothing can be written any more until a restart. */
  onLost?: (cause: Error) => void
  /** Called with one line about the copy from before an upgrade. */
  onUpgrade?: (line: string) => void
}

/** Opens the database that the settings name and migrates it. The caller ends it with `db.destroy()`. */
export async function openDatabase(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  listeners: Listeners = {},
  { connectMs }: Pick<PostgresWaits, 'connectMs'> = {},
): Promise<Db> {
  const { DATABASE_URL } = config
  if (!DATABASE_URL) {
    const line = await keepCopyBeforeUpgrade(sqliteFile(config))
    if (line) listeners.onUpgrade?.(line)
    return migrateOrClose(openSqlite(sqliteFile(config), listeners))
  }
  const { openPostgres } = await import('./postgres.ts')
  // Migrates on connections without a time limit, as a migration of many rows may take long.
  const migrationDb = openPostgres(DATABASE_URL)
  await refuseUnusable(migrationDb)
  await migrateOrClose(migrationDb).then((db) => db.destroy())
  return openPostgres(DATABASE_URL, listeners, { connectMs, silenceMs: SILENCE_MS })
}

const OLDEST_POSTGRES = 15

/** @throws StartError if PostgreSQL is away or too old; its other errors pass */
async function refuseUnusable(db: Db): Promise<void> {
  const versionQuery = sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const { rows } = await versionQuery.catch(async (error: unknown) => {
    await db.destroy()
    throw isOutage(error) ? new StartError(AWAY, { cause: error }) : error
  })
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (version >= OLDEST_POSTGRES) return
  await db.destroy()
  throw new StartError(`PostgreSQL ${version} is too old; use version ${OLDEST_POSTGRES} or newer`)
}

/** Migrates a database and returns it; closes it if that fails. */
async function migrateOrClose(db: Db): Promise<Db> {
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Path of the SQLite database. */
export const sqliteFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'atalaya.db')

/** Opens a SQLite file, which is created if it is missing; does not migrate it. */
export function openSqlite(file: string, { onLost, ...listeners }: Listeners = {}): Db {
  makePrivateFolder(dirname(file))
  // If SQLite made the file, all could read it. The log and the shared memory take the mode of the file.
  closeSync(openSync(file, 'a', 0o600))
  return new Kysely<Schema>({ dialect: sqliteDialect(file, () => startSqliteThread(file, onLost), listeners) })
}
