import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tickLabel, timeTicks } from './time.ts'

const HOUR_MS = 3_600_000
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()

test('an hour is cut at round minutes', () => {
  const ticks = timeTicks(at(1, 10, 7), at(1, 11, 7), 6)
  expect(ticks.map((tick) => tickLabel(tick, HOUR_MS))).toEqual(['10:10', '10:20', '10:30', '10:40', '10:50', '11:00'])
})

test('a month is cut at local midnights, across a change of the clock', () => {
  const [from, to] = [at(1, 12), at(31, 12)]
  const ticks = timeTicks(from, to, 6)
  expect(ticks.every((tick) => new Date(tick).getHours() === 0)).toBe(true)
  expect(ticks.length).toBeGreaterThan(3)
  expect(tickLabel(ticks[0] ?? 0, to - from)).toMatch(/^\d+ Mar$/)
})

test('ticks are whole minutes in the order of time within the range, and at most one more than asked for', () => {
  const span = fc.integer({ min: 60_000, max: 3 * 365 * 24 * HOUR_MS })
  const start = fc.integer({ min: at(1, 0), max: at(31, 0) })
  fc.assert(
    fc.property(start, span, fc.integer({ min: 2, max: 12 }), (from, long, count) => {
      const ticks = timeTicks(from, from + long, count)
      expect(ticks.length).toBeLessThanOrEqual(count + 1)
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b))
      for (const tick of ticks) {
        expect(tick % 60_000).toBe(0)
        expect(tick >= from && tick <= from + long).toBe(true)
      }
    }),
  )
})
