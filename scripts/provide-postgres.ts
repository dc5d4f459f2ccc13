// Vitest runs this before the tests of the project `server-postgres`.
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** 'sqlite', or the address of a PostgreSQL server whose databases tests may make. */
    database: string
  }
}

/** Starts one PostgreSQL for all tests of the project; they make themselves databases in it. */
export async function setup(project: TestProject) {
  const postgres = await startPostgres()
  project.provide('database', postgres.url)
  return postgres.stop
}
