import { audit } from '@atalaya/contract/audit'
import type { IndexVersion } from '@atalaya/contract/module-index'
import { type IndexedModule, moduleIndexes } from '@atalaya/contract/module-indexes'
import { modulePackages } from '@atalaya/contract/module-packages'
import { users } from '@atalaya/contract/users'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIndexWorld, type IndexWorld, newKey } from '#test/support/index-world.ts'
import { signedVersion } from '#test/support/module-index.ts'
import { noPermissions, weatherPermissions, weatherRequests } from '#test/support/package-world.ts'
import { upload } from '#test/support/uploads.ts'

let it: IndexWorld
beforeEach(async () => {
  it = await createIndexWorld()
})
afterEach(() => it.close())

/** Changes to a listed version. Its publisher is always the signing key. */
type Changed = Partial<IndexVersion> & { manifest?: object; publisher?: never }

/** Serves a version of the module `clock`; returns its entry for an index. */
function serve(version: string, { manifest = {}, ...fields }: Changed = {}, { key } = it.indexKey): IndexVersion {
  const archive = clockArchive({ version, ...manifest })
  it.web.files.set(`/clock-${version}.tgz`, archive)
  return signedVersion(key, 'clock', version, { archive, ...fields })
}
const clock = (...versions: IndexVersion[]) => ({ id: 'clock', name: 'Clock', description: 'Tells the time', versions })
const listModules = async (query = {}) => (await it.list(query)).modules as IndexedModule[]
const readActiveVersion = async () => (await it.packages())[0]?.activeVersion

describe('a module of an index', () => {
  test('is installed from its listed address, and runs at once if it needs no permissions', async () => {
    const id = await it.follow({ modules: [clock(serve('1.0.0'))] })
    expect(await listModules()).toMatchObject([
      {
        id: 'clock',
        indexName: 'Ours',
        offer: { version: '1.0.0', permissions: noPermissions },
        installed: null,
        isUpdate: false,
      },
    ])
    const { status, body } = await it.install(id, 'clock', { version: '1.0.0' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      version: '1.0.0',
      isActive: true,
      package: { id: 'clock', activeVersion: '1.0.0' },
    })
    expect((await it.catalogue()).modules).toContainEqual(expect.objectContaining({ id: 'clock', isSandboxed: true }))
    expect(await listModules()).toMatchObject([{ installed: '1.0.0', isUpdate: false, isOtherPublisher: false }])
    expect((await it.install(id, 'clock', { version: '1.0.0' })).body.code).toBe('modules.installed_already')
  })

  test('waits until its permissions are accepted, like an uploaded module', async () => {
    const asking = serve('1.0.0', { manifest: weatherRequests, permissions: weatherPermissions })
    const id = await it.follow({ modules: [clock(asking)] })
    expect((await it.install(id, 'clock', { version: '1.0.0' })).body.data.isActive).toBe(false)
    expect(await readActiveVersion()).toBeNull()
    const options = { params: { id: 'clock', version: '1.0.0' }, body: { permissions: weatherPermissions } }
    expect((await it.call(modulePackages.activate, options)).status).toBe(200)
    expect(await readActiveVersion()).toBe('1.0.0')
  })

  test('is an update if a newer version fits this Atalaya', async () => {
    const [first, second] = [serve('1.0.0'), serve('1.1.0')]
    const tooNew = serve('2.0.0', { minimumVersion: '99.0.0' })
    const id = await it.follow({ modules: [clock(first)] })
    await it.install(id, 'clock', { version: '1.0.0' })
    expect(await listModules({ only: 'updates' })).toEqual([])
    it.publish({ serial: 2, modules: [clock(tooNew, first, second)] })
    await it.refresh(id)
    expect(await listModules({ only: 'updates' })).toMatchObject([{ offer: { version: '1.1.0' }, isUpdate: true }])
    expect((await it.install(id, 'clock', { version: '2.0.0' })).body.error).toBe('It needs Atalaya 99.0.0')
    await it.install(id, 'clock', { version: '1.1.0' })
    expect(await readActiveVersion()).toBe('1.1.0')
    expect(await listModules({ only: 'updates' })).toEqual([])
  })

  test('is not offered if no version fits, or if it comes with Atalaya', async () => {
    const tooNew = serve('2.0.0', { minimumVersion: '99.0.0' })
    await it.follow({ modules: [clock(tooNew), { id: 'notes', versions: [serve('1.0.0')] }] })
    expect(await listModules()).toMatchObject([
      { id: 'clock', offer: null, whyNot: 'It needs Atalaya 99.0.0' },
      { id: 'notes', offer: null, whyNot: 'It comes with Atalaya' },
    ])
  })

  test('is refused on upload if its manifest needs a newer Atalaya', async () => {
    const { body } = await upload(it.app, it.admin, clockArchive({ minimumVersion: '99.0.0' }))
    expect(body.error).toBe('clock 1.0.0 needs Atalaya 99.0.0; this is 0.1.0')
  })
})

describe('an installation from an index refuses', () => {
  test.each<[string, Changed, number, RegExp]>([
    ['another SHA-256', { sha256: 'a'.repeat(64) }, 400, /signature of its publisher/],
    ['a larger package', { size: 10 }, 502, /larger than it should be/],
    ['a smaller package', { size: 5000 }, 400, /size or SHA-256/],
    ['a missing package', { url: '/nowhere.tgz' }, 502, /status 404/],
    ['an address in the inner network', { url: 'http://10.0.0.1/a.tgz' }, 502, /could not be fetched/],
    ['an invalid address', { url: 'http://' }, 400, /names no address/],
    ['other permissions', { permissions: weatherPermissions }, 400, /asks for other permissions/],
    ['another id inside', { manifest: { id: 'tide' } }, 400, /^The package is tide 1.0.0/],
    ['another version inside', { manifest: { version: '9.0.0' } }, 400, /^The package is clock 9.0.0/],
    ['a package that an upload refuses', { manifest: { entry: 'none.js' } }, 400, /^No se encontró el entry/],
    ['an invalid signature', { signature: `${'A'.repeat(86)}==` }, 400, /signature of its publisher/],
  ])('%s, and installs nothing', async (_what, changed, status, message) => {
    const id = await it.follow({ modules: [clock(serve('1.0.0', changed))] })
    const reply = await it.install(id, 'clock', { version: '1.0.0' })
    expect(reply.status).toBe(status)
    expect(reply.body.error).toMatch(message)
    expect(await it.packages()).toEqual([])
  })

  test('a package that was changed after it was listed', async () => {
    const id = await it.follow({ modules: [clock(serve('1.0.0', { manifest: { name: 'Clock' } }))] })
    it.web.files.set('/clock-1.0.0.tgz', clockArchive({ version: '1.0.0', name: 'Cluck' }))
    expect((await it.install(id, 'clock', { version: '1.0.0' })).status).toBe(400)
    expect(await it.packages()).toEqual([])
  })

  test('a module or version that no index offers', async () => {
    const id = await it.follow({ modules: [clock(serve('1.0.0'))] })
    expect((await it.install(id, 'clock', { version: '3.0.0' })).body.code).toBe('modules.not_offered')
    expect((await it.install(id, 'tide', { version: '1.0.0' })).body.code).toBe('modules.not_offered')
    expect((await it.install('nobody', 'clock', { version: '1.0.0' })).body.code).toBe('modules.not_offered')
  })

  test('an administrator demoted during the transfer of the package', async () => {
    const other = await it.app.signUp()
    const setRole = (role: string) => it.call(users.setRole, { params: { id: other.user._id }, body: { role } })
    await setRole('admin')
    const id = await it.follow({ modules: [clock(serve('1.0.0'))] })
    it.web.state.before = async () => void (await setRole('user'))
    const options = { params: { id, moduleId: 'clock' }, body: { version: '1.0.0' } }
    const { status } = await it.call(moduleIndexes.install, options, other.tokens.accessToken)
    expect([401, 403]).toContain(status)
    expect(it.web.requests).toContain('/clock-1.0.0.tgz')
    expect(await it.packages()).toEqual([])
  })
})

describe('a publisher', () => {
  test('must be accepted again if it differs from the earlier one', async () => {
    const next = newKey()
    const id = await it.follow({ modules: [clock(serve('1.0.0'))] })
    await it.install(id, 'clock', { version: '1.0.0' })
    it.publish({ serial: 2, modules: [clock(serve('1.1.0', {}, next))] })
    await it.refresh(id)
    const [module] = await listModules({ only: 'updates' })
    expect(module).toMatchObject({ isOtherPublisher: true, acceptedPublisher: it.indexKey.publicKey })
    expect(module?.offer?.publisher).toBe(next.publicKey)

    const install = (body: object) => it.install(id, 'clock', { version: '1.1.0', ...body })
    expect((await install({})).body.code).toBe('modules.other_publisher')
    expect((await install({ newPublisher: newKey().publicKey })).body.code).toBe('modules.other_publisher')
    expect(await readActiveVersion()).toBe('1.0.0')
    expect((await install({ newPublisher: next.publicKey })).status).toBe(200)
    expect(await readActiveVersion()).toBe('1.1.0')
    expect(await listModules()).toMatchObject([{ isOtherPublisher: false, acceptedPublisher: next.publicKey }])
  })

  test('must be accepted before it replaces a package installed by hand', async () => {
    await upload(it.app, it.admin, clockArchive({ version: '0.9.0' }))
    const id = await it.follow({ modules: [clock(serve('1.0.0'))] })
    expect(await listModules()).toMatchObject([{ installed: '0.9.0', isUpdate: true, isOtherPublisher: true }])
    expect((await it.install(id, 'clock', { version: '1.0.0' })).body.error).toMatch(/installed by hand/)
    const accepted = { version: '1.0.0', newPublisher: it.indexKey.publicKey }
    expect((await it.install(id, 'clock', accepted)).status).toBe(200)
  })
})

describe('a version that its index stops', () => {
  const kill = { id: 'clock', versions: ['1.0.0'], reason: 'It sends what it reads elsewhere.' }
  const readFileStatus = async () => (await it.app.app.inject({ url: '/modules/clock/1.0.0/index.js' })).statusCode

  async function installAndStop() {
    const first = serve('1.0.0')
    const id = await it.follow({ modules: [clock(first)] })
    await it.install(id, 'clock', { version: '1.0.0' })
    expect(await readFileStatus()).toBe(200)
    it.publish({ serial: 2, modules: [clock(first)], kills: [kill] })
    await it.refresh(id)
    return { id, first }
  }

  test('no longer runs, and all users see the reason', async () => {
    const { id } = await installAndStop()
    const { modules, stopped } = await it.catalogue()
    expect(modules.some((module: { id: string }) => module.id === 'clock')).toBe(false)
    expect(stopped).toEqual([{ id: 'clock', reason: kill.reason }])
    expect(await readFileStatus()).toBe(404)
    expect((await it.packages())[0].versions).toMatchObject([{ version: '1.0.0', stopped: kill.reason }])
    expect(await listModules()).toMatchObject([{ offer: null, whyNot: `Stopped: ${kill.reason}` }])
    expect((await it.call(audit.list)).body.data.entries).toContainEqual(
      expect.objectContaining({
        action: 'module.stopped',
        details: 'clock 1.0.0',
        actor: { id: null, name: 'the server' },
      }),
    )
    const again = { params: { id: 'clock', version: '1.0.0' }, body: { permissions: noPermissions } }
    expect((await it.call(modulePackages.activate, again)).body.code).toBe('modules.stopped')
    expect((await it.install(id, 'clock', { version: '1.0.0' })).body.code).toBe('modules.stopped')
  })

  test('stays stopped while the index is down and after the index was removed', async () => {
    const { id } = await installAndStop()
    it.web.state.isAway = true
    await it.refresh(id)
    await it.app.restart()
    expect((await it.catalogue()).stopped).toHaveLength(1)
    await it.call(moduleIndexes.remove, { params: { id } })
    expect((await it.catalogue()).stopped).toHaveLength(1)
  })

  test('can be replaced by a newer one, and runs again once the index allows it', async () => {
    const { id, first } = await installAndStop()
    it.publish({ serial: 3, modules: [clock(first, serve('1.0.1'))], kills: [kill] })
    await it.refresh(id)
    await it.install(id, 'clock', { version: '1.0.1' })
    expect(await readActiveVersion()).toBe('1.0.1')
    expect((await it.catalogue()).stopped).toEqual([])
    it.publish({ serial: 4, modules: [clock(first)] })
    await it.refresh(id)
    expect(await readFileStatus()).toBe(200)
  })

  test('keeps running if it was uploaded instead of installed from the index', async () => {
    await upload(it.app, it.admin, clockArchive({ version: '1.0.0' }))
    const id = await it.follow({ modules: [] })
    it.publish({ serial: 2, modules: [], kills: [kill] })
    expect(await it.refresh(id)).toMatchObject({ serial: 2, fault: null })
    expect((await it.catalogue()).stopped).toEqual([])
    expect(await readFileStatus()).toBe(200)
  })

  test('is stopped as well when its removed index is added again', async () => {
    const first = serve('1.0.0')
    const id = await it.follow({ modules: [clock(first)] })
    await it.install(id, 'clock', { version: '1.0.0' })
    await it.call(moduleIndexes.remove, { params: { id } })
    await it.follow({ modules: [clock(first)], kills: [kill] })
    expect((await it.catalogue()).stopped).toHaveLength(1)
    expect(await readFileStatus()).toBe(404)
    expect((await it.call(audit.list)).body.data.entries[0]).toMatchObject({ action: 'module.stopped' })
  })
})
