import { dashboard } from '@atalaya/contract/dashboard'
import { type FollowedIndex, type IndexedModule, moduleIndexes } from '@atalaya/contract/module-indexes'
import { openEvents } from '@atalaya/testbed/event-stream'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createIndexWorld, type IndexWorld, newKey } from '#test/support/index-world.ts'
import { type Fields, signedIndex, signedVersion } from '#test/support/module-index.ts'

let it: IndexWorld
beforeEach(async () => {
  it = await createIndexWorld()
})
afterEach(() => it.close())

const kill = { id: 'clock', versions: ['1.0.0'], reason: 'It sends what it reads elsewhere.' }
const listStopped = async () => (await it.catalogue()).stopped

/** Follows an index with the module `clock`, and installs it. Returns the index's id and its modules. */
async function followAndInstall() {
  const archive = clockArchive({ version: '1.0.0' })
  it.web.files.set('/clock-1.0.0.tgz', archive)
  const modules = [{ id: 'clock', versions: [signedVersion(it.indexKey.key, 'clock', '1.0.0', { archive })] }]
  const id = await it.follow({ modules })
  expect((await it.install(id, 'clock', { version: '1.0.0' })).status).toBe(200)
  return { id, modules }
}

/** Follows a second index, by another key. */
async function followOther(fields: Fields, other = newKey()) {
  it.web.files.set('/other.index', signedIndex(other.key, { name: 'Other', ...fields }))
  const body = { address: `${it.web.origin}/other.index`, key: other.publicKey }
  expect((await it.call(moduleIndexes.add, { body })).status).toBe(200)
}

test('a version that its index stopped stays stopped when another index stops nothing', async () => {
  const { id, modules } = await followAndInstall()
  it.publish({ serial: 2, modules, kills: [kill] })
  await it.refresh(id)
  expect(await listStopped()).toEqual([{ id: 'clock', reason: kill.reason }])
  await followOther({})
  expect(await listStopped()).toEqual([{ id: 'clock', reason: kill.reason }])
})

test('an index cannot stop a version that came from another index', async () => {
  await followAndInstall()
  await followOther({ kills: [kill] })
  expect(await listStopped()).toEqual([])
})

/** Ways in which the index of `clock` brings a new list of stopped versions. */
const ways: Record<string, (id: string, fields: Fields) => Promise<unknown>> = {
  'is read again': (id, fields) => {
    it.publish({ serial: 2, ...fields })
    return it.refresh(id)
  },
  'is followed again': async (id, fields) => {
    await it.call(moduleIndexes.remove, { params: { id } })
    return it.follow(fields)
  },
  'changes its key': (id, fields) => {
    const next = newKey()
    it.publish(fields, next)
    return it.call(moduleIndexes.acceptKey, { params: { id }, body: { key: next.publicKey } })
  },
}

test.each(Object.keys(ways))('a stopped version leaves the catalogue at once when its index %s', async (way) => {
  const { id, modules } = await followAndInstall()
  const stream = await openEvents(await it.app.listen(), it.admin)
  const { page } = (await it.call(dashboard.create, { body: { name: 'Hall' } })).body.data
  const add = () => it.call(dashboard.install, { params: { id: page._id }, body: { meta: { id: 'clock' } } })
  expect((await add()).status).toBe(200)
  await ways[way]?.(id, { modules, kills: [kill] })
  expect((await add()).status).toBe(404)
  await expect.poll(() => stream.ofType('modules.changed')).toHaveLength(1)
  await stream.close()
})

test('two indexes that offer the same module keep their own offers and faults', async () => {
  const other = newKey()
  const archive = clockArchive({ version: '2.0.0' })
  it.web.files.set('/clock-2.0.0.tgz', archive)
  const versionsOf = (version: string, { key } = it.indexKey) => ({
    modules: [{ id: 'clock', versions: [signedVersion(key, 'clock', version, { archive })] }],
  })
  const id = await it.follow(versionsOf('1.0.0'))
  await followOther(versionsOf('2.0.0', other), other)
  const offers = async () => {
    const { modules }: { modules: IndexedModule[] } = await it.list()
    return modules.map(({ indexName, offer }) => `${indexName} ${offer?.version}`).toSorted()
  }
  expect(await offers()).toEqual(['Other 2.0.0', 'Ours 1.0.0'])
  it.publish({ serial: 2, ...versionsOf('1.1.0') })
  await it.refresh(id)
  expect(await offers()).toEqual(['Other 2.0.0', 'Ours 1.1.0'])
  it.web.files.delete('/modules.index')
  await it.refresh(id)
  const followed: FollowedIndex[] = (await it.call(moduleIndexes.list)).body.data.indexes
  expect(followed.map(({ name, serial, fault }) => [name, serial, fault])).toEqual([
    ['Other', 1, null],
    ['Ours', 2, 'The address answers with status 404'],
  ])
  expect((await it.install(id, 'clock', { version: '2.0.0' })).body.code).toBe('modules.not_offered')
  const otherId = followed[0]?._id ?? ''
  expect((await it.install(otherId, 'clock', { version: '2.0.0' })).status).toBe(200)
})
