import { dashboard } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { type ModulePermissions, modulePermissions } from '@atalaya/contract/modules'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isSame, isWithin } from '#server/modules/permissions.ts'
import { createPackageWorld, noPermissions, type PackageWorld } from '#test/support/package-world.ts'

type Flag = keyof ModulePermissions
/** An address without a server. */
const ORIGIN = 'http://127.0.0.1:1'
const granted: { [F in Flag]: Pick<ModulePermissions, F> } = {
  origins: { origins: [ORIGIN] },
  agents: { agents: true },
  storage: { storage: true },
}
const flags = Object.keys(granted) as Flag[]
/** Every combination of flags. */
const sets = Array.from({ length: 2 ** flags.length }, (_set, n) => flags.filter((_flag, bit) => (n >> bit) % 2 === 1))
const without = (flag: Flag) => flags.filter((other) => other !== flag)
const permissionsOf = (set: Flag[]): ModulePermissions =>
  Object.assign({ ...noPermissions }, ...set.map((flag) => granted[flag]))

let it: PackageWorld
beforeAll(async () => {
  it = await createPackageWorld()
})
afterAll(() => it.close())

/** Each test has a module of its own. */
let module = ''
let count = 0
beforeEach(() => {
  module = `clock-${++count}`
})

/** A version of the module that requests exactly these flags. */
const archiveRequesting = (set: Flag[], version = '1.0.0') =>
  clockArchive({
    id: module,
    version,
    ...(set.includes('origins') && { requests: { nothing: { url: `${ORIGIN}/` } } }),
    permissions: {
      ...(set.includes('agents') && { agents: 'read' }),
      ...(set.includes('storage') && { storage: true }),
    },
  })

test('every permission of the contract has a row', () => {
  expect(flags.sort()).toEqual(Object.keys(modulePermissions.shape).sort())
})

test('permissions contain others if they contain each of their flags and origins', () => {
  for (const requested of sets) {
    for (const accepted of sets) {
      const isPart = requested.every((flag) => accepted.includes(flag))
      expect([requested, accepted, isWithin(permissionsOf(requested), permissionsOf(accepted))]).toEqual([
        requested,
        accepted,
        isPart,
      ])
      expect([requested, accepted, isSame(permissionsOf(requested), permissionsOf(accepted))]).toEqual([
        requested,
        accepted,
        requested === accepted,
      ])
    }
  }
  const two = { ...noPermissions, origins: [ORIGIN, 'https://api.example.org'] }
  expect([isWithin(permissionsOf(['origins']), two), isWithin(two, permissionsOf(['origins']))]).toEqual([true, false])
  expect(isSame(two, { ...two, origins: two.origins.toReversed() })).toBe(true)
})

const activate = (version: string, permissions: ModulePermissions) =>
  it.app.call(modulePackages.activate, { params: { id: module, version }, body: { permissions } }, it.admin)
const findModule = async () => (await it.catalogue()).find(({ id }) => id === module)

/** Adds a widget of the module to a new page. Returns the flags that take effect for it. */
async function readEffectiveFlags(): Promise<Flag[]> {
  const { page } = (await it.app.call(dashboard.create, { body: { name: 'Hall' } }, it.admin)).body.data
  const install = { params: { id: page._id }, body: { meta: { id: module } } }
  const widgetId = (await it.app.call(dashboard.install, install, it.admin)).body.data.module._id
  const request = await it.app.call(moduleRequests.send, { body: { widgetId, name: 'nothing' } }, it.admin)
  const read = await it.app.call(moduleRequests.readStorage, { params: { widgetId } }, it.admin)
  const write = await it.app.call(moduleRequests.writeStorage, { params: { widgetId }, body: { value: 1 } }, it.admin)
  expect([request.status, read.status, write.status].every((status) => [200, 502, 403, 404].includes(status))).toBe(
    true,
  )
  expect(read.status).toBe(write.status)
  return [
    ...(request.status === 502 ? ['origins' as const] : []),
    // The page itself withholds agents, by the permission that the server lists here.
    ...((await findModule())?.permissions.agents ? ['agents' as const] : []),
    ...(read.status === 200 ? ['storage' as const] : []),
  ]
}

test.each(sets.map((set) => [set.join(' and ') || 'nothing', set] as const))(
  'a module that requests %s gets exactly these permissions',
  async (_what, set) => {
    expect((await it.install(archiveRequesting(set))).body.data.isActive).toBe(set.length === 0)
    if (set.length > 0) expect((await activate('1.0.0', permissionsOf(set))).status).toBe(200)
    expect((await findModule())?.permissions).toEqual(permissionsOf(set))
    expect((await readEffectiveFlags()).sort()).toEqual(set.toSorted())
  },
)

test.each(flags)(
  'an update that also requests %s waits for acceptance, and one without it gives the permission back',
  async (flag) => {
    const before = without(flag)
    await it.install(archiveRequesting(before))
    expect((await activate('1.0.0', permissionsOf(flags))).body.code).toBe('modules.permissions_differ')
    await activate('1.0.0', permissionsOf(before))

    const update = await it.install(archiveRequesting(flags, '1.1.0'))
    expect(update.body.data).toMatchObject({
      isActive: false,
      package: { activeVersion: '1.0.0', accepted: permissionsOf(before) },
    })
    expect((await activate('1.1.0', permissionsOf(before))).body.code).toBe('modules.permissions_differ')
    expect(await findModule()).toMatchObject({ version: '1.0.0', permissions: permissionsOf(before) })
    expect((await readEffectiveFlags()).sort()).toEqual(before.toSorted())
    await activate('1.1.0', permissionsOf(flags))
    expect((await readEffectiveFlags()).sort()).toEqual(flags.toSorted())

    expect((await it.install(archiveRequesting(before, '1.2.0'))).body.data.isActive).toBe(true)
    expect((await readEffectiveFlags()).sort()).toEqual(before.toSorted())
    expect((await it.install(archiveRequesting(flags, '1.3.0'))).body.data.isActive).toBe(false)
  },
)
