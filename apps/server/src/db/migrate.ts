import { readdir } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './schema.ts'

const folder = new URL('./migrations/', import.meta.url)

/** The database was written by a newer version of the program; nothing was changed. */
export class NewerDatabaseError extends Error {}

/**
 * Brings the tables to the newest version, in one transaction and under a lock, so that two instances that start at
 * once, or one that is killed, leave either the old or the new version.
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = await readMigrations()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new NewerDatabaseError('The database was written by a newer version of Atalaya; use that version or newer')
  }
  if (error) throw error
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  const loaded = files.map(async (file) => [file.replace('.ts', ''), await import(new URL(file, folder).href)] as const)
  return Object.fromEntries(await Promise.all(loaded))
}
