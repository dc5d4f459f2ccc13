// Vitest runs this before the tests of the project `server-postgres`.

import { createDatabase, startPostgres } from '@atalaya/testbed/postgres'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/open.ts'
// For its types only: it declares the values that `provide` takes.
import type {} from './database.ts'

/** Starts one PostgreSQL for all tests of the project, with one migrated empty database; they make copies of it. */
export async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const url = await createDatabase(postgres.url)
  await openDatabase({ DATA_DIR: '', DATABASE_URL: url }).then((db) => db.destroy())
  project.provide('database', postgres.url)
  project.provide('migrated', new URL(url).pathname.slice(1))
  return postgres.stop
}
