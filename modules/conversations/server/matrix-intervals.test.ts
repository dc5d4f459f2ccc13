import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeMatrix } from './testing/fake-matrix.ts'
import { follow } from './testing/follow.ts'

const [SECOND, MINUTE] = [1_000, 60_000]
const STEP_MS = 100

let matrix: Awaited<ReturnType<typeof startFakeMatrix>>
let running: ReturnType<typeof follow>
beforeEach(async () => {
  matrix = await startFakeMatrix()
  matrix.invite('!club:farm.test', 'Climbing', '@carol:farm.test')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  // The server has run for an hour.
  vi.advanceTimersByTime(60 * MINUTE)
  running = follow({ homeserver: matrix.url, token: 'token-of-ada' })
  await running.next(({ rooms }) => rooms.length === 1)
})
afterEach(async () => {
  await running.stop()
  vi.useRealTimers()
  await matrix.stop()
})

/** Lets time pass in small steps, with some turns of the event loop after each for the network. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

test.each([
  ['with a steady clock', 0],
  ['with one set back', 60 * MINUTE],
])('an invitation declined elsewhere without an event leaves the list after five minutes, %s', async (_how, backMs) => {
  matrix.decline('!club:farm.test')
  vi.setSystemTime(Date.now() - backMs)
  let isGone = false
  const gone = running
    .next(({ rooms }) => rooms.length === 0)
    .then(() => {
      isGone = true
    })
  await pass(5 * MINUTE)
  expect(isGone).toBe(false)
  await pass(MINUTE)
  expect(isGone).toBe(true)
  await gone
})

test('the data of an account without news are sent again every half minute', async () => {
  await pass(95 * SECOND)
  // The first request, three that were answered after half a minute each, and the one that waits.
  expect(matrix.control.syncs).toBe(5)
  for (let repeat = 0; repeat < 3; repeat += 1) expect((await running.next(() => true)).rooms).toHaveLength(1)
})
