import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartError } from '#server/domain/errors.ts'
import type { Db } from './schema.ts'
import { isDeadlock } from './violations.ts'

/** Glob of the migrations; `*` stands for the name. */
const scripts = new URL('./migrations/*.ts', import.meta.url)

const TRIES = 5

type Options = {
  /** The last migration to carry out; the newest if absent. */
  upTo?: string
  /** Schema of PostgreSQL with the record of migrations; the first of the search path if absent. */
  schema?: string
}

/**
 * Migrates the tables to the newest version, in one transaction and under a lock. Two instances that start at once, or
 * one that is killed, leave either the old or the new version. Tries again if another instance, of the old version,
 * wants the same tables in another order.
 */
export async function migrate(db: Db, { upTo, schema }: Options = {}, triesLeft = TRIES - 1): Promise<void> {
  const names = await migrationNames()
  if (schema === undefined && upTo === undefined && (await isUpToDate(db, names))) return
  const provider = { getMigrations: () => readMigrations(names) }
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema })
  const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new StartError('The database was written by a newer version of Atalaya; use that version or newer')
  }
  if (isDeadlock(error) && triesLeft > 0) return migrate(db, { upTo, schema }, triesLeft - 1)
  if (error) throw error
}

/**
 * True if exactly these migrations were carried out. The library would inspect every table first. That takes long with
 * many of them, and fails if a partition is dropped during it.
 */
async function isUpToDate(db: Db, names: string[]): Promise<boolean> {
  const done = sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return done.then(
    ({ rows }) => rows.map((row) => row.name).join() === names.join(),
    () => false,
  )
}

/** The names of all migrations of this version, in their order. */
export async function migrationNames(): Promise<string[]> {
  const pattern = fileURLToPath(scripts)
  const [prefix = '', suffix = ''] = basename(pattern).split('*')
  const files = await readdir(dirname(pattern))
  return files
    .filter((file) => file.startsWith(prefix) && file.endsWith(suffix))
    .map((file) => file.slice(prefix.length, -suffix.length))
    .sort()
}

async function readMigrations(names: string[]): Promise<Record<string, Migration>> {
  const loaded = names.map(async (name) => [name, await import(scripts.href.replace('*', name))] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
