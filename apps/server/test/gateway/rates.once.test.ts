import { expect, test } from 'vitest'
import { createBucket, createMinuteLimit } from '#server/gateway/rates.ts'

test('a bucket keeps its rate per second, even after the clock was set back', () => {
  let clock = 10_000_000
  const bucket = createBucket(2, () => clock)
  expect([bucket.spend(), bucket.spend(), bucket.spend()]).toEqual([true, true, false])
  clock = 0
  expect(bucket.spend()).toBe(false)
  clock = 500
  expect(bucket.spend()).toBe(true)
})

test('a minute limit counts each minute anew, even after the clock was set back', () => {
  const [minute, hour] = [60_000, 3_600_000]
  let clock = 10 * hour
  const limit = createMinuteLimit(2, () => clock)
  const spend = () => limit.spend('box')
  expect([spend(), spend(), spend()]).toEqual([true, true, false])
  clock -= hour
  for (let minutes = 0; minutes < 3; minutes++) {
    expect([spend(), spend(), spend()]).toEqual([true, true, false])
    clock += minute
  }
})
