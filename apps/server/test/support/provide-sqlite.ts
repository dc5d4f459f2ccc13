// Vitest runs this before the tests of the project `server-sqlite`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
// For its types only: it declares the values that `provide` takes.
import type {} from './database.ts'

/** Migrates one empty file; the tests copy it. */
export async function setup(project: TestProject) {
  const config = { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'atalaya-migrated-')), DATABASE_URL: undefined }
  await openDatabase(config).then((db) => db.destroy())
  project.provide('database', 'sqlite')
  project.provide('migrated', sqliteFile(config))
  return () => rmSync(config.DATA_DIR, { recursive: true, force: true })
}
