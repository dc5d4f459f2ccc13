import { expect, test } from 'vitest'
import { planRange, rollupTiers, widthFor } from '#server/telemetry/tiers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  [1, 15_000],
  [15_000, 15_000],
  [15_001, 30_000],
  [31_000, MINUTE],
  [90_000, 2 * MINUTE],
  [3 * MINUTE, 5 * MINUTE],
  [6 * MINUTE, 10 * MINUTE],
  [11 * MINUTE, 20 * MINUTE],
  [21 * MINUTE, 30 * MINUTE],
  [31 * MINUTE, HOUR],
  [61 * MINUTE, 2 * HOUR],
  [121 * MINUTE, 3 * HOUR],
  [4 * HOUR, 6 * HOUR],
  [7 * HOUR, 12 * HOUR],
  [13 * HOUR, DAY],
  [25 * HOUR, 2 * DAY],
  [3 * DAY, 7 * DAY],
  [8 * DAY, 14 * DAY],
  [15 * DAY, 28 * DAY],
  // Wider than any in the list: whole days.
  [28 * DAY + 1, 29 * DAY],
])('the width of a slot for %d ms is %d ms', (ms, expected) => {
  expect(widthFor(ms)).toBe(expected)
})

test.each([
  [1, [DAY, DAY, DAY]],
  [7, [2 * DAY, 7 * DAY, 7 * DAY]],
  [395, [2 * DAY, 30 * DAY, 395 * DAY]],
])('with history for %d days, no tier is kept for longer', (days, expected) => {
  const tiers = rollupTiers(days)
  expect(tiers.map(({ keepMs }) => keepMs)).toEqual(expected)
  expect(tiers.map(({ name, stepMs }) => [name, stepMs])).toEqual([
    ['1m', MINUTE],
    ['10m', 10 * MINUTE],
    ['1h', HOUR],
  ])
})

// Start and end before now, number of points; then the expected tier and width of slots.
test.each([
  ['an hour, finely', HOUR, 0, 240, null, 15_000],
  ['an hour of one day ago, as finely', DAY, 23 * HOUR, 240, '1m', MINUTE],
  ['an hour in minutes', HOUR, 0, 60, '1m', MINUTE],
  ['a day', DAY, 0, 144, '10m', 10 * MINUTE],
  ['a day, coarsely', DAY, 0, 12, '1h', 2 * HOUR],
  ['an hour of three days ago, as finely', 3 * DAY, 3 * DAY - HOUR, 60, '10m', 10 * MINUTE],
  ['an hour of two months ago, as finely', 60 * DAY, 60 * DAY - HOUR, 60, '1h', HOUR],
  ['a time that no tier keeps any more', 400 * DAY, 399 * DAY, 288, '1h', HOUR],
] as const)('a range uses the expected tier and slot width: %s', (_what, fromAgo, toAgo, points, tier, stepMs) => {
  const planned = planRange({ from: now - fromAgo, to: now - toAgo, points }, rollupTiers(395), now)
  expect([planned.tier?.name ?? null, planned.stepMs]).toEqual([tier, stepMs])
})
