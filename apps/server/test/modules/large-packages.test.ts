import { modulePackages, PACKAGES_MAX } from '@atalaya/contract/module-packages'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isLongRead } from '#server/db/long-reads.ts'
import type { Db } from '#server/db/schema.ts'
import { createPackageWorld, noPermissions, type PackageWorld } from '#test/support/package-world.ts'
import { captureStatements } from '#test/support/query-plans.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

const VERSIONS = ['1.0.0', '1.0.1', '1.0.2']

let it: PackageWorld
beforeEach(async () => {
  it = await createPackageWorld()
  for (const version of VERSIONS) await it.install(clockArchive({ version }))
})
afterEach(() => it.close())

const remove = () => it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin)
const listPackages = async () => (await it.app.call(modulePackages.list, {}, it.admin)).body.data.packages

test('a file of a module is read in the thread of readers', async () => {
  const captured = captureStatements()
  onTestFinished(captured.stop)
  expect((await it.get('/modules/clock/1.0.2/index.js')).statusCode).toBe(200)
  const reads = captured.take().filter(({ sql }) => sql.includes('module_files'))
  expect(reads.map(isLongRead)).toEqual([true])
})

test('a module with several versions is removed one version at a time', async () => {
  const files = await it.app.withDatabase((db) => db.selectFrom('module_files').select('version').execute())
  const deleted = watchChanges('delete from')
  expect((await remove()).status).toBe(200)
  expect(deleted.get('module_files')).toEqual(VERSIONS.map(() => files.length / VERSIONS.length))
  expect(await listPackages()).toEqual([])
  expect(await it.clock()).toBeUndefined()
})

test('an interrupted removal of a module leaves inactive versions, and the next one removes them', async () => {
  const rename = (from: string, to: string) =>
    it.app.withDatabase((db) => db.schema.alterTable(from).renameTo(to).execute())
  await rename('module_files', 'files_away')
  expect((await remove()).status).toBe(500)
  await rename('files_away', 'module_files')
  expect(await listPackages()).toMatchObject([{ id: 'clock', activeVersion: null }])
  expect(await it.clock()).toBeUndefined()
  expect((await it.activate('1.0.1', noPermissions)).status).toBe(200)
  expect((await remove()).status).toBe(200)
  expect(await listPackages()).toEqual([])
})

/** Adds another module with the nth number, as if it had been installed. */
async function copyClock(db: Db, n: number): Promise<void> {
  await sql`insert into module_packages (id, active_version, accepted, publisher)
    select id || '-' || ${sql.lit(n)}, active_version, accepted, publisher from module_packages where id = 'clock'`.execute(
    db,
  )
  await sql`insert into module_versions (module_id, version, digest, manifest, size, file_count, installed_at)
    select module_id || '-' || ${sql.lit(n)}, version, digest, manifest, size, file_count, installed_at
    from module_versions where module_id = 'clock' and version = '1.0.2'`.execute(db)
}

test('the number of modules from packages has a maximum, and a version of one of them can still be added', async () => {
  await it.app.withDatabase(async (db) => {
    const numbers = Array.from({ length: PACKAGES_MAX - 1 }, (_, n) => n + 1)
    for (const n of numbers) await copyClock(db, n)
  })
  const { status, body } = await it.install(clockArchive({ id: 'tide' }))
  expect([status, body.code]).toEqual([409, 'modules.too_many'])
  expect((await it.install(clockArchive({ version: '1.0.3' }))).status).toBe(200)
  await remove()
  expect((await it.install(clockArchive({ id: 'tide' }))).status).toBe(200)
  // More than the maximum: an earlier version of Atalaya may have had a higher one.
  await it.app.withDatabase((db) => copyClock(db, PACKAGES_MAX))
  expect((await it.install(clockArchive({ id: 'tide', version: '9.0.0' }))).status).toBe(200)
  expect((await it.install(clockArchive({ id: 'moon' }))).status).toBe(409)
})
