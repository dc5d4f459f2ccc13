import { afterEach, expect, test } from 'vitest'
import { createIndexesRepo, type StoredIndex } from '#server/modules/indexes/indexes.repo.ts'
import { createIndexWorld, type IndexWorld } from '#test/support/index-world.ts'
import { signedVersion } from '#test/support/module-index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let it: IndexWorld
let time: number
afterEach(() => it.close())

async function begin() {
  time = Date.parse('2026-11-26T12:00:00Z')
  it = await createIndexWorld({ now: () => time, times: { indexCheckEveryMs: 5 } })
}
/** Reads the database directly: tokens for calls expire when the test moves the clock. */
async function readIndex(): Promise<StoredIndex> {
  const [only] = await it.app.withDatabase((db) => createIndexesRepo(db).all())
  return only ?? expect.unreachable('No index is followed')
}
const clockModule = () => ({ id: 'clock', versions: [signedVersion(it.indexKey.key, 'clock', '1.0.0')] })

test('an index is fetched every hour with a conditional request', async () => {
  await begin()
  await it.follow({ modules: [clockModule()] })
  expect(it.web.requests).toEqual(['/modules.index'])
  time += HOUR
  await expect.poll(() => it.web.requests.length).toBe(2)
  expect(it.web.requests[1]).toMatch(/^\/modules\.index unless "/)
  await expect.poll(async () => (await readIndex()).lookedAt).toBe(time)
  time += HOUR
  await expect.poll(() => it.web.requests.length).toBe(3)
  expect(it.web.requests[2]).toBe(it.web.requests[1])
  await expect.poll(async () => (await readIndex()).lookedAt).toBe(time)

  it.publish({ serial: 2 })
  time += HOUR
  await expect.poll(async () => (await readIndex()).serial).toBe(2)
  expect((await readIndex()).moduleCount).toBe(0)
})

test('an unreachable index is retried sooner, with growing delays, and not before its Retry-After', async () => {
  await begin()
  await it.follow({ modules: [clockModule()] })
  it.web.files.delete('/modules.index')
  time += HOUR
  await expect.poll(async () => (await readIndex()).fault).toBe('The address answers with status 404')
  expect(it.web.requests).toHaveLength(2)
  time += 7000
  await expect.poll(async () => (await readIndex()).failures).toBe(2)
  expect(it.web.requests).toHaveLength(3)

  it.web.state.isAway = true
  time += HOUR
  await expect.poll(async () => (await readIndex()).fault).toBe('The address answers with status 503')
  const count = it.web.requests.length
  it.web.state.isAway = false
  it.publish({ serial: 2 })
  // The server asked for a pause of two minutes.
  expect((await readIndex()).nextAt).toBeGreaterThanOrEqual(time + 120_000)
  time += 150_000
  await expect.poll(async () => (await readIndex()).serial).toBe(2)
  expect(it.web.requests).toHaveLength(count + 1)
})

test('an older copy is refused again at each fetch', async () => {
  await begin()
  await it.follow({ serial: 3, modules: [clockModule()] })
  it.publish({ serial: 2 })
  time += HOUR
  await expect.poll(async () => (await readIndex()).fault).toMatch(/older copy/)
  const { lookedAt } = await readIndex()
  time += MINUTE
  await expect.poll(async () => (await readIndex()).lookedAt > lookedAt).toBe(true)
  expect((await readIndex()).fault).toMatch(/older copy/)
  expect(it.web.requests.at(-1)).toMatch(/ unless "/)
})

test('an older copy that arrives late does not replace the newer index that was taken meanwhile', async () => {
  await begin()
  const id = await it.follow({ modules: [clockModule()] })
  const barrier = Promise.withResolvers<void>()
  it.web.state.before = () => barrier.promise
  const late = it.refresh(id)
  await expect.poll(() => it.web.requests.length).toBe(2)
  it.web.state.before = async () => {}
  it.publish({ serial: 3 })
  time += HOUR
  await expect.poll(async () => (await readIndex()).serial).toBe(3)

  it.publish({ serial: 2 })
  barrier.resolve()
  expect(await late).toMatchObject({ serial: 3, fault: expect.stringMatching(/older copy/) })
})

test('a fetch time in the future, after the clock was set back, is ignored', async () => {
  await begin()
  time += 5 * MINUTE
  await it.follow({})
  time -= 5 * MINUTE
  await expect.poll(() => it.web.requests.length).toBe(2)
})
