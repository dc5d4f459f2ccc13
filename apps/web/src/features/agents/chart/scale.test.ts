import { expect, test } from 'vitest'
import { scale, tickLabel, timeTicks, valueTicks } from '#web/features/agents/chart/scale.ts'

const GB = 1024 ** 3

test.each([
  [0, 10, [0, 0.25, 0.5, 0.75, 1]],
  [3.2, 10, [0, 1, 2, 3, 4]],
  [100, 10, [0, 25, 50, 75, 100]],
  [8, 10, [0, 2, 4, 6, 8]],
  [16 * GB, 1024, [0, 4 * GB, 8 * GB, 12 * GB, 16 * GB]],
  [0, 1024, [0, 1]],
  [3, 1024, [0, 1, 2, 3]],
  [5 * GB, 1024, [0, 2 * GB, 4 * GB, 6 * GB]],
] as const)('up to %d in base %i the ticks are %j', (max, base, ticks) => {
  expect(valueTicks(max, { base })).toEqual(ticks)
})

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()

test('an hour is cut at round minutes', () => {
  const ticks = timeTicks(at(1, 10, 7), at(1, 11, 7), 6)
  expect(ticks.map((tick) => tickLabel(tick, 3_600_000))).toEqual([
    '10:10',
    '10:20',
    '10:30',
    '10:40',
    '10:50',
    '11:00',
  ])
})

test('a month is cut at local midnights, across a change of the clock', () => {
  const [from, to] = [at(1, 12), at(31, 12)]
  const ticks = timeTicks(from, to, 6)
  expect(ticks.every((tick) => new Date(tick).getHours() === 0)).toBe(true)
  expect(ticks.length).toBeGreaterThan(3)
  expect(tickLabel(ticks[0] ?? 0, to - from)).toMatch(/^\d+ Mar$/)
})

test('never more ticks than asked for', () => {
  for (const hours of [1, 3, 6, 24, 48, 24 * 7, 24 * 30, 24 * 365]) {
    const to = at(1, 15, 42)
    expect(timeTicks(to - hours * 3_600_000, to, 5).length).toBeLessThanOrEqual(6)
  }
})

test('scales straight, and a range without width to its start', () => {
  expect(scale([0, 10], [100, 0])(2.5)).toBe(75)
  expect(scale([5, 5], [10, 20])(5)).toBe(10)
})
