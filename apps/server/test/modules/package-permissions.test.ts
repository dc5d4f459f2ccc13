import { modulePackages } from '@atalaya/contract/module-packages'
import { type ModuleMeta, modules } from '@atalaya/contract/modules'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'

let app: TestApp
let admin: string
beforeEach(async () => {
  app = await createTestApp()
  admin = (await app.signUp()).tokens.accessToken
})
afterEach(() => app.close())

const weather = { requests: { now: { url: 'https://api.example.org/now' } } }
const weatherPermissions = { origins: ['https://api.example.org'], agents: false, storage: false }
const nothing = { origins: [], agents: false, storage: false }

const install = (bytes: Buffer) => upload(app, admin, bytes)
const catalogue = async (): Promise<ModuleMeta[]> => (await app.call(modules.list, {}, admin)).body.data.modules
const clock = async () => (await catalogue()).find(({ id }) => id === 'clock')
const activate = (version: string, permissions: object) =>
  app.call(modulePackages.activate, { params: { id: 'clock', version }, body: { permissions } }, admin)

test('a module that asks for something waits until an administrator accepts exactly that', async () => {
  const { body } = await install(clockArchive(weather))
  expect(body.data).toMatchObject({ isActive: false, package: { activeVersion: null, accepted: nothing } })
  expect(await clock()).toBeUndefined()
  expect((await activate('1.0.0', nothing)).body.code).toBe('modules.permissions_differ')
  expect((await activate('1.0.0', weatherPermissions)).body.data.package.activeVersion).toBe('1.0.0')
  expect((await clock())?.permissions).toEqual(weatherPermissions)
})

test('an update runs at once where it asks for nothing more, and waits where it does', async () => {
  await install(clockArchive(weather))
  await activate('1.0.0', weatherPermissions)
  expect((await install(clockArchive({ ...weather, version: '1.0.1' }))).body.data.isActive).toBe(true)
  const more = { ...weather, version: '1.1.0', permissions: { agents: 'read' } }
  const update = await install(clockArchive(more))
  expect(update.body.data).toMatchObject({ isActive: false, package: { activeVersion: '1.0.1' } })
  expect((await clock())?.version).toBe('1.0.1')
  await activate('1.1.0', { ...weatherPermissions, agents: true })
  expect((await clock())?.version).toBe('1.1.0')
})

test('rolling back takes what the newer version was granted away again', async () => {
  await install(clockArchive())
  await install(clockArchive({ ...weather, version: '2.0.0' }))
  await activate('2.0.0', weatherPermissions)
  const { body } = await activate('1.0.0', nothing)
  expect(body.data.package).toMatchObject({ activeVersion: '1.0.0', accepted: nothing })
  expect((await install(clockArchive({ ...weather, version: '2.0.1' }))).body.data.isActive).toBe(false)
})

test('an older version does not replace a newer one by being installed', async () => {
  await install(clockArchive({ version: '2.0.0' }))
  expect((await install(clockArchive({ version: '1.9.9' }))).body.data.isActive).toBe(false)
  expect((await install(clockArchive({ version: '2.0.0-rc.1' }))).body.data.isActive).toBe(false)
})

test('only what is there can be activated', async () => {
  expect((await activate('1.0.0', nothing)).status).toBe(404)
  await install(clockArchive())
  expect((await activate('3.0.0', nothing)).status).toBe(404)
})
