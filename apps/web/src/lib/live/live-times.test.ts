import { expect, test } from 'vitest'
import { backoff, renewIn } from '#web/lib/live/live-times.ts'

test.each([
  [0, 1, 1_000],
  [3, 1, 8_000],
  [3, 0.5, 4_000],
  [4, 1, 16_000],
  [5, 1, 30_000],
  [2000, 1, 30_000],
])('after %i tries with the random factor %d the wait is %i ms', (tries, randomFactor, ms) => {
  expect(backoff(tries, () => randomFactor)).toBe(ms)
})

const DAY_MS = 24 * 60 * 60_000

test.each([
  ['600000', 540_000],
  ['120000', 60_000],
  ['50', 25],
  [null, DAY_MS - 60_000],
  ['', DAY_MS - 60_000],
  ['soon', DAY_MS - 60_000],
  ['-1', DAY_MS - 60_000],
  // Beyond the maximum of a timer, which would fire at once.
  ['1e12', DAY_MS - 60_000],
])('if a stream ends in %s ms, the next one is opened in %i ms', (endsIn, ms) => {
  expect(renewIn(endsIn)).toBe(ms)
})
