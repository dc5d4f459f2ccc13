import { dashboard } from '@atalaya/contract/dashboard'
import { moduleIndexes } from '@atalaya/contract/module-indexes'
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
async function followOther(fields: Fields) {
  const other = newKey()
  it.web.files.set('/other.index', signedIndex(other.key, { name: 'Other', ...fields }))
  const body = { address: `${it.web.origin}/other.index`, key: other.publicKey }
  expect((await it.call(moduleIndexes.add, { body })).status).toBe(200)
}

test('a version that its index stopped stays stopped when another index stops nothing', async () => {
  const { id, modules } = await followAndInstall()
  it.publish({ serial: 2, modules, kills: [kill] })
  await it.look(id)
  expect(await listStopped()).toEqual([{ id: 'clock', reason: kill.reason }])
  await followOther({})
  expect(await listStopped()).toEqual([{ id: 'clock', reason: kill.reason }])
})

test('an index cannot stop a version that came from another index', async () => {
  await followAndInstall()
  await followOther({ kills: [kill] })
  expect(await listStopped()).toEqual([])
})

test('a version that its index stops leaves the catalogue at once, and everybody is notified', async () => {
  const { id, modules } = await followAndInstall()
  const stream = await openEvents(await it.app.listen(), it.admin)
  const { page } = (await it.call(dashboard.create, { body: { name: 'Hall' } })).body.data
  const add = () => it.call(dashboard.install, { params: { id: page._id }, body: { meta: { id: 'clock' } } })
  expect((await add()).status).toBe(200)
  it.publish({ serial: 2, modules, kills: [kill] })
  await it.look(id)
  expect((await add()).status).toBe(404)
  await expect.poll(() => stream.ofType('modules.changed')).toHaveLength(1)
  await stream.close()
})
