import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createIndexWorld, type IndexWorld, newKey } from '#test/support/index-world.ts'
import { aVersion, type Fields, servedIndex } from '#test/support/module-index.ts'

let it: IndexWorld
beforeEach(async () => {
  it = await createIndexWorld()
})
afterEach(() => it.close())

const kill = { id: 'clock', versions: ['1.0.0'], reason: 'It sends what it reads elsewhere.' }
const stopped = async () => (await it.catalogue()).stopped

/** Follows an index with the module `clock`, and installs it. Returns the index's id and its modules. */
async function installed() {
  const archive = clockArchive({ version: '1.0.0' })
  it.web.files.set('/clock-1.0.0.tgz', archive)
  const modules = [{ id: 'clock', versions: [aVersion(it.ours.key, 'clock', '1.0.0', { archive })] }]
  const id = await it.follow({ modules })
  expect((await it.install(id, 'clock', { version: '1.0.0' })).status).toBe(200)
  return { id, modules }
}

/** Follows a second index, by another key. */
async function followOther(fields: Fields) {
  const other = newKey()
  it.web.files.set('/other.index', servedIndex(other.key, { name: 'Other', ...fields }))
  const body = { address: `${it.web.origin}/other.index`, key: other.shown }
  expect((await it.call(moduleIndexes.add, { body })).status).toBe(200)
}

test('a version that its index stopped stays stopped when another index stops nothing', async () => {
  const { id, modules } = await installed()
  it.publish({ serial: 2, modules, kills: [kill] })
  await it.look(id)
  expect(await stopped()).toEqual([{ id: 'clock', reason: kill.reason }])
  await followOther({})
  expect(await stopped()).toEqual([{ id: 'clock', reason: kill.reason }])
})

test('an index cannot stop a version that came from another index', async () => {
  await installed()
  await followOther({ kills: [kill] })
  expect(await stopped()).toEqual([])
})
