import { expect, test } from 'vitest'
import { createBucket } from '#server/gateway/rates.ts'

test('a bucket keeps its rate per second, even after the clock was set back', () => {
  let clock = 10_000_000
  const bucket = createBucket(2, () => clock)
  expect([bucket.spend(), bucket.spend(), bucket.spend()]).toEqual([true, true, false])
  clock = 0
  expect(bucket.spend()).toBe(false)
  clock = 500
  expect(bucket.spend()).toBe(true)
})
