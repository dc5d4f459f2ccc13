import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('a module with permissions waits until an administrator accepts exactly those permissions', async () => {
  const { body } = await it.install(clockArchive(weatherRequests))
  expect(body.data).toMatchObject({ isActive: false, package: { activeVersion: null, accepted: noPermissions } })
  expect(await it.clock()).toBeUndefined()
  expect((await it.activate('1.0.0', noPermissions)).body.code).toBe('modules.permissions_differ')
  expect((await it.activate('1.0.0', weatherPermissions)).body.data.package.activeVersion).toBe('1.0.0')
  expect((await it.clock())?.permissions).toEqual(weatherPermissions)
})

test('an update runs at once if it needs no further permissions, and waits otherwise', async () => {
  await it.install(clockArchive(weatherRequests))
  await it.activate('1.0.0', weatherPermissions)
  expect((await it.install(clockArchive({ ...weatherRequests, version: '1.0.1' }))).body.data.isActive).toBe(true)
  const more = { ...weatherRequests, version: '1.1.0', permissions: { agents: 'read' } }
  const update = await it.install(clockArchive(more))
  expect(update.body.data).toMatchObject({ isActive: false, package: { activeVersion: '1.0.1' } })
  expect((await it.clock())?.version).toBe('1.0.1')
  await it.activate('1.1.0', { ...weatherPermissions, agents: true })
  expect((await it.clock())?.version).toBe('1.1.0')
})

test('rolling back takes away the permissions of the newer version', async () => {
  await it.install(clockArchive())
  await it.install(clockArchive({ ...weatherRequests, version: '2.0.0' }))
  await it.activate('2.0.0', weatherPermissions)
  const { body } = await it.activate('1.0.0', noPermissions)
  expect(body.data.package).toMatchObject({ activeVersion: '1.0.0', accepted: noPermissions })
  expect((await it.install(clockArchive({ ...weatherRequests, version: '2.0.1' }))).body.data.isActive).toBe(false)
})

test('installing an older version does not replace a newer one', async () => {
  await it.install(clockArchive({ version: '2.0.0' }))
  expect((await it.install(clockArchive({ version: '1.9.9' }))).body.data.isActive).toBe(false)
  expect((await it.install(clockArchive({ version: '2.0.0-rc.1' }))).body.data.isActive).toBe(false)
})

test('only an installed version can be activated', async () => {
  expect((await it.activate('1.0.0', noPermissions)).status).toBe(404)
  await it.install(clockArchive())
  expect((await it.activate('3.0.0', noPermissions)).status).toBe(404)
})
