import { createHash } from 'node:crypto'
import { audit } from '@atalaya/contract/audit'
import { type ModulePackage, modulePackages } from '@atalaya/contract/module-packages'
import { zipOf } from '@atalaya/testbed/archives'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackPackage } from '#server/modules/intake/package-intake.ts'
import { createPackagesRepo } from '#server/modules/packages.repo.ts'
import {
  createPackageWorld,
  noPermissions,
  type PackageWorld,
  weatherPermissions,
  weatherRequests,
} from '#test/support/package-world.ts'

let it: PackageWorld
beforeEach(async () => {
  it = await createPackageWorld()
})
afterEach(() => it.close())

const packages = async (): Promise<ModulePackage[]> =>
  (await it.app.call(modulePackages.list, {}, it.admin)).body.data.packages

test('an installed package keeps the id of a later bundled module until it is removed', async () => {
  const content = await unpackPackage({ archive: clockArchive({ id: 'notes', name: 'Our notes' }) })
  await it.app.withDatabase(async (db) => {
    const repo = createPackagesRepo(db)
    await repo.lock('notes')
    await repo.insert(content, 0)
    await repo.activate('notes', '1.0.0', noPermissions)
  })
  const notes = async () => (await it.catalogue()).filter((module) => module.id === 'notes')
  expect(await notes()).toMatchObject([{ name: 'Our notes', isSandboxed: true }])
  expect(await packages()).toMatchObject([{ id: 'notes', isInPlaceOfOwn: true }])
  expect((await it.install(clockArchive({ id: 'notes', version: '1.0.1' }))).status).toBe(200)
  await it.app.call(modulePackages.remove, { params: { id: 'notes' } }, it.admin)
  expect(await notes()).toMatchObject([{ name: 'Notes', isSandboxed: false }])
  expect((await it.install(clockArchive({ id: 'notes', version: '1.0.2' }))).status).toBe(400)
})
describe('POST /api/v1/modules', () => {
  test('installs a package, and the catalogue lists it at once', async () => {
    const { status, body } = await it.install(
      clockArchive(
        { configSchema: 'form.json', preview: 'a.png', previewDark: 'b.png' },
        { 'form.json': '{ "type": "object" }', 'a.png': 'x', 'b.png': 'y' },
      ),
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      version: '1.0.0',
      isActive: true,
      package: { id: 'clock', activeVersion: '1.0.0' },
    })
    expect(await it.clock()).toEqual({
      ...JSON.parse(manifestText()),
      configSchema: '{"type":"object"}',
      preview: '/modules/clock/1.0.0/a.png',
      previewDark: '/modules/clock/1.0.0/b.png',
      permissions: noPermissions,
      isSandboxed: true,
    })
  })

  test('accepts a zip', async () => {
    const files = [{ path: 'module.json', content: manifestText() }, { path: 'index.js' }]
    expect((await it.install(zipOf(files))).status).toBe(200)
  })

  test('accepts a package only if its listed hashes match', async () => {
    const sha256 = createHash('sha256').update('console.log(1)').digest('hex')
    expect((await it.install(clockArchive({ sha256: { 'index.js': sha256 } }))).status).toBe(200)
    const two = await it.install(clockArchive({ version: '2.0.0', sha256: { 'index.js': sha256, 'gone.js': sha256 } }))
    expect(two.body.error).toBe('gone.js is listed with a SHA-256 but is not in the package')
  })

  test('never accepts other content for a known version, even after its removal', async () => {
    await it.install(clockArchive())
    expect((await it.install(clockArchive())).body.code).toBe('modules.installed_already')
    const changed = clockArchive({}, { 'more.js': '' })
    expect((await it.install(changed)).body.code).toBe('modules.version_taken')
    await it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin)
    expect((await it.install(changed)).body.code).toBe('modules.version_taken')
    expect((await it.install(clockArchive())).body.data.isActive).toBe(true)
  })

  test('keeps ten versions of a module, and drops its oldest version that does not run', async () => {
    // A package older than all versions of the clock, which must stay.
    const { body } = await it.install(clockArchive({ id: 'tide' }))
    expect(body.data.package.versions).toHaveLength(1)
    for (let n = 0; n <= 11; n++) await it.install(clockArchive({ version: `1.${n}.0` }))
    const [clock, tide] = await packages()
    expect(tide?.versions).toHaveLength(1)
    expect(clock?.versions.map(({ version }) => version)).toEqual([
      '1.11.0',
      '1.10.0',
      '1.9.0',
      '1.8.0',
      '1.7.0',
      '1.6.0',
      '1.5.0',
      '1.4.0',
      '1.3.0',
      '1.2.0',
    ])
  })

  test('keeps the version that runs, even if it is the oldest of ten', async () => {
    const versions = ['1.0.0', ...Array.from({ length: 10 }, (_, n) => `0.${n}.0`)]
    for (const version of versions) await it.install(clockArchive({ version }))
    const [clock] = await packages()
    expect(clock?.activeVersion).toBe('1.0.0')
    expect(clock?.versions.map(({ version }) => version).toSorted()).toEqual(
      versions.filter((version) => version !== '0.0.0').toSorted(),
    )
  })
})

describe('removing', () => {
  const remove = (version: string) =>
    it.app.call(modulePackages.removeVersion, { params: { id: 'clock', version } }, it.admin)

  test('a version is possible unless it runs', async () => {
    await it.install(clockArchive())
    await it.install(clockArchive({ version: '2.0.0' }))
    expect((await remove('2.0.0')).body.code).toBe('modules.running')
    expect((await remove('1.0.0')).status).toBe(200)
    expect((await remove('1.0.0')).status).toBe(404)
    expect((await it.get('/modules/clock/1.0.0/index.js')).statusCode).toBe(404)
    expect((await it.get('/modules/clock/2.0.0/index.js')).statusCode).toBe(200)
  })

  test('a package deletes all its files, and no other package', async () => {
    await it.install(clockArchive({ id: 'tide' }))
    await it.install(clockArchive())
    expect((await it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin)).status).toBe(200)
    expect(await it.clock()).toBeUndefined()
    expect((await packages()).map(({ id }) => id)).toEqual(['tide'])
    expect((await it.get('/modules/tide/1.0.0/index.js')).statusCode).toBe(200)
    for (const path of ['', 'index.js', 'module.json']) {
      expect((await it.get(`/modules/clock/1.0.0/${path}`)).statusCode).toBe(404)
    }
    expect((await it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin)).status).toBe(404)
  })
})

test('the audit records each installation, activation and removal', async () => {
  await it.install(clockArchive(weatherRequests))
  await it.activate('1.0.0', weatherPermissions)
  await it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin)
  const { body } = await it.app.call(audit.list, { query: { limit: '3' } }, it.admin)
  const lines = body.data.entries.map((entry: { action: string; details: string; target: { name: string } }) =>
    [entry.action, entry.target.name, entry.details].join(' '),
  )
  expect(lines).toEqual([
    'module.removed clock all versions',
    'module.activated clock 1.0.0',
    'module.installed clock 1.0.0',
  ])
})
