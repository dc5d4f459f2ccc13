import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '#server/domain/errors.ts'
import type { Db } from './schema.ts'

const folder = new URL('./migrations/', import.meta.url)

type Options = {
  /** The last migration to carry out; the newest where absent. */
  upTo?: string
  /** Where PostgreSQL keeps the record of migrations; the first schema of the search path where absent. */
  schema?: string
}

/**
 * Brings the tables to the newest version, in one transaction and under a lock, so that two instances that start at
 * once, or one that is killed, leave either the old or the new version.
 */
export async function migrate(db: Db, { upTo, schema }: Options = {}): Promise<void> {
  const migrations = await readMigrations()
  if (schema === undefined && upTo === undefined && (await isDone(db, Object.keys(migrations)))) return
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema })
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new StartError('The database was written by a newer version of Atalaya; use that version or newer')
  }
  if (error) throw error
}

/**
 * Whether these are the migrations that were carried out. The library would look at every table first, which takes long
 * where there are many, and fails where a partition is dropped meanwhile.
 */
async function isDone(db: Db, names: string[]): Promise<boolean> {
  const done = sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return done.then(
    ({ rows }) => rows.map((row) => row.name).join() === names.join(),
    () => false,
  )
}

/** The names of all migrations of this version, in their order. */
export const migrationNames = async (): Promise<string[]> => Object.keys(await readMigrations())

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  const loaded = files.map(async (file) => [file.replace('.ts', ''), await import(new URL(file, folder).href)] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
