import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anyCall, asCurl } from '#test/fuzz/calls.ts'
import { conversation, converse } from '#test/fuzz/frames.ts'
import { createFuzzWorld, type FuzzWorld, type Measure } from '#test/fuzz/fuzz-world.ts'
import { anyArchive, bomb, uploadArchive } from '#test/fuzz/hostile-archives.ts'
import { complaintAbout } from '#test/fuzz/send.ts'
import { reportFault } from '#test/support/fault-report.ts'

/** The long form is `npm run test:fuzz`. The short one has a fixed seed, so it is the same each time. */
const { requests, seed } = inject('fuzz')
const isLong = requests > 0
const shortCalls = inject('database') === 'sqlite' ? 400 : 100
const amounts = isLong
  ? { calls: requests, conversations: requests / 10, archives: requests / 100, bombs: 5 }
  : { calls: shortCalls, conversations: shortCalls / 10, archives: shortCalls / 10, bombs: 0 }
const BATCH_SIZE = 20
const RENEW_AFTER_CALLS = 2000
const TIMEOUT_MS = 3_600_000
/** Maximum growth of the server during a test: of its heap, and of its open handles. */
const GROWTH_MB = 40
const GROWTH_HANDLES = 8

let world: FuzzWorld
beforeAll(async () => {
  world = await createFuzzWorld()
})
afterAll(() => world?.close())

/** Checks a property. A failure names the seed, and the smallest input that fails. */
async function checkProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  numRuns: number,
  faultOf: (value: T) => Promise<string | null>,
) {
  let last = ''
  const property = fc.asyncProperty(arbitrary, async (value) => {
    last = (await faultOf(value)) ?? ''
    if (last !== '') throw new Error(last)
  })
  const {
    failed,
    errorInstance,
    seed: usedSeed,
    numShrinks,
  } = await fc.check(property, { seed, numRuns: Math.ceil(numRuns) })
  const logged = world.errors()
  expect(failed, `seed ${usedSeed}, made smaller ${numShrinks} times\n${errorInstance}\n${logged[0] ?? ''}`).toBe(false)
  expect(logged, `seed ${usedSeed}: logged as errors`).toEqual([])
}

/** Expects that the server answers after the attack, and has not grown. Returns what it measured, in words. */
async function expectNotGrown(before: Measure) {
  world.hangUp()
  expect(await world.isHealthy()).toBe(true)
  await expect
    .poll(async () => (await world.measure()).handles, { timeout: 30_000, interval: 500 })
    .toBeLessThanOrEqual(before.handles + GROWTH_HANDLES)
  const after = await world.measure()
  expect(after.heapMb).toBeLessThan(before.heapMb + GROWTH_MB)
  const heap = `heap ${before.heapMb.toFixed(0)} MB before and ${after.heapMb.toFixed(0)} MB after`
  return `seed ${seed}; ${heap}, open files ${before.handles} and ${after.handles}`
}

test(
  `${amounts.calls} calls, valid and hostile: each is answered, and the server does not fail`,
  async (context) => {
    const calls = fc.array(anyCall(await world.document()), { minLength: 1, maxLength: BATCH_SIZE, size: 'max' })
    let before = await world.measure()
    let callCount = 0
    let renewedAt = 0
    await checkProperty(calls, amounts.calls / (BATCH_SIZE / 2), async (batch) => {
      if (callCount - renewedAt >= RENEW_AFTER_CALLS) {
        // Measures again after the first calls: by then the caches are full, and all code has run once.
        if (renewedAt === 0) before = await world.measure()
        renewedAt = callCount
        await world.renewResources()
      }
      callCount += batch.length
      const complaints = await Promise.all(
        batch.map(async (call) => {
          const complaint = await world.ask(call).then((answer) => complaintAbout(call, answer), String)
          return complaint === null ? null : `${complaint}\n${asCurl(call, world.address.origin)}`
        }),
      )
      return complaints.find((complaint) => complaint !== null) ?? null
    })
    reportFault(
      context,
      {
        fault: 'Calls made from the OpenAPI document, valid and hostile, twenty at once',
        expected:
          'Each is answered as the contract says, never 5xx; nothing hangs, nothing grows, nothing is logged as an error',
        measured: `${callCount.toLocaleString('en')} calls; ${await expectNotGrown(before)}`,
      },
      'Fuzz',
    )
  },
  TIMEOUT_MS,
)

test(
  `${amounts.conversations} conversations of agents: each ends as the protocol says`,
  async (context) => {
    if (isLong) await world.renewResources()
    const token = world.tokenOf('agent')
    const before = await world.measure()
    await checkProperty(conversation, amounts.conversations, (steps) =>
      converse(world.address, token, steps).catch(String),
    )
    reportFault(
      context,
      {
        fault: 'Conversations of agents with hostile frames',
        expected: 'Each ends as the protocol says; nothing grows',
        measured: `${amounts.conversations.toLocaleString('en')} conversations; ${await expectNotGrown(before)}`,
      },
      'Fuzz',
    )
  },
  TIMEOUT_MS,
)

test(
  `${amounts.archives} archives and ${amounts.bombs} bombs: installed or refused, with nothing written elsewhere`,
  async (context) => {
    if (isLong) await world.renewResources()
    const token = world.tokenOf('admin')
    const before = await world.measure()
    const faultOf = (bytes: Buffer) => uploadArchive(world.address, token, bytes).catch(String)
    await checkProperty(anyArchive, amounts.archives, faultOf)
    await checkProperty(bomb, amounts.bombs, faultOf)
    expect(world.filesOutside()).toEqual([])
    const growth = await expectNotGrown(before)
    reportFault(
      context,
      {
        fault: 'Archives of modules, broken, hostile and bombs',
        expected: 'Installed or refused; nothing outside of the folder, nothing grows',
        measured: `${amounts.archives.toLocaleString('en')} archives and ${amounts.bombs} bombs; ${growth}`,
      },
      'Fuzz',
    )
  },
  TIMEOUT_MS,
)
