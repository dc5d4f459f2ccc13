import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { modulePackages } from '@atalaya/contract/module-packages'
import { users } from '@atalaya/contract/users'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createIndexWorld, type IndexWorld, newKey } from '#test/support/index-world.ts'
import { signedVersion } from '#test/support/module-index.ts'

let it: IndexWorld
beforeEach(async () => {
  it = await createIndexWorld()
})
afterEach(() => it.close())

const kill = { id: 'clock', versions: ['1.0.0'], reason: 'It sends what it reads elsewhere.' }

/** Serves a version of a module; returns its entry for an index. */
function serveVersion(id: string, version: string, { key } = it.indexKey) {
  const archive = clockArchive({ id, version })
  it.web.files.set(`/${id}-${version}.tgz`, archive)
  return signedVersion(key, id, version, { archive })
}

test('an index stops only the named version of the named module', async () => {
  const modules = [
    { id: 'clock', versions: [serveVersion('clock', '1.0.0'), serveVersion('clock', '1.1.0')] },
    { id: 'tide', versions: [serveVersion('tide', '1.0.0')] },
  ]
  const id = await it.follow({ modules })
  for (const { id: moduleId, versions } of modules) {
    for (const { version } of versions) expect((await it.install(id, moduleId, { version })).status).toBe(200)
  }
  it.publish({ serial: 2, modules, kills: [kill] })
  await it.refresh(id)

  expect((await it.catalogue()).stopped).toEqual([])
  const statusOf = async (path: string) => (await it.app.app.inject({ url: `/modules/${path}` })).statusCode
  for (const [version, status] of [
    ['clock/1.0.0', 404],
    ['clock/1.1.0', 200],
    ['tide/1.0.0', 200],
  ] as const) {
    for (const file of ['', 'index.js'])
      expect([version, await statusOf(`${version}/${file}`)]).toEqual([version, status])
  }
})

test('a version that its index stops during the transfer is not installed', async () => {
  const modules = [{ id: 'clock', versions: [serveVersion('clock', '1.0.0')] }]
  const id = await it.follow({ modules })
  it.web.state.before = async () => {
    it.web.state.before = async () => {}
    it.publish({ serial: 2, modules, kills: [kill] })
    await it.refresh(id)
  }
  expect((await it.install(id, 'clock', { version: '1.0.0' })).body.code).toBe('modules.stopped')
  expect(await it.packages()).toEqual([])
})

test('a removed module is offered as a new one, and may then be by another publisher', async () => {
  const next = newKey()
  const id = await it.follow({ modules: [{ id: 'clock', versions: [serveVersion('clock', '1.0.0')] }] })
  await it.install(id, 'clock', { version: '1.0.0' })
  await it.call(modulePackages.remove, { params: { id: 'clock' } })
  it.publish({ serial: 2, modules: [{ id: 'clock', versions: [serveVersion('clock', '1.1.0', next)] }] })
  await it.refresh(id)
  expect((await it.list()).modules).toMatchObject([{ installed: null, isUpdate: false, isOtherPublisher: false }])
  expect(await it.list({ only: 'updates' })).toEqual({ modules: [], total: 0 })
  expect((await it.install(id, 'clock', { version: '1.1.0' })).status).toBe(200)
})

test.each(['add', 'acceptKey'] as const)(
  'an administrator demoted while an index is fetched changes nothing: %s',
  async (change) => {
    const other = await it.app.signUp()
    const setRole = (role: string) => it.call(users.setRole, { params: { id: other.user._id }, body: { role } })
    await setRole('admin')
    const next = newKey()
    const followedId = change === 'acceptKey' ? await it.follow({}) : null
    it.publish({ name: 'Next' }, next)
    it.web.state.before = async () => void (await setRole('user'))
    const body = { key: next.publicKey, ...(followedId === null && { address: it.address }) }
    const options = { ...(followedId !== null && { params: { id: followedId } }), body }
    const { status } = await it.call(moduleIndexes[change], options, other.tokens.accessToken)
    expect([401, 403]).toContain(status)
    const names = (await it.call(moduleIndexes.list)).body.data.indexes.map(({ name }: { name: string }) => name)
    expect(names).toEqual(followedId === null ? [] : ['Ours'])
  },
)
