// Vitest runs this before the tests of the project `server-postgres`.
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../apps/server/src/db/open.ts'
import type {} from '../apps/server/src/testing/database.ts'
import { createDatabase, startPostgres } from './postgres.ts'

/** Starts one PostgreSQL for all tests of the project, with one migrated empty database; they make copies of it. */
export async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const url = await createDatabase(postgres.url)
  await openDatabase({ DATA_DIR: '', DATABASE_URL: url }).then((db) => db.destroy())
  project.provide('database', postgres.url)
  project.provide('migrated', new URL(url).pathname.slice(1))
  return postgres.stop
}
