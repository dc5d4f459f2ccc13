import { expect, test } from 'vitest'
import { createThrottle } from '#server/widget-data/throttle.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'

const GAP_MS = 250

test('a throttle publishes the newest value of each gap, at the end of the gap', () =>
  inStoppedTime(async (advance) => {
    const published: string[] = []
    const fail = (error: unknown) => expect.unreachable(String(error))
    const throttle = createThrottle<string>({ gapMs: GAP_MS, publish: (value) => void published.push(value), fail })
    throttle.next('first')
    expect(published).toEqual(['first'])
    for (const round of ['second', 'third']) {
      throttle.next('skipped')
      await advance(GAP_MS - 1)
      throttle.next(round)
      expect(published.at(-1)).not.toBe(round)
      await advance(1)
      expect(published.at(-1)).toBe(round)
    }
    throttle.next('last')
    throttle.flush()
    throttle.next('dropped')
    throttle.stop()
    await advance(2 * GAP_MS)
    expect(published).toEqual(['first', 'second', 'third', 'last'])
  }))
