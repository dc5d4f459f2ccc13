import { describe, expect, test } from 'vitest'
import { freeSpans, planPartitions } from '#server/telemetry/partition-plan.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const noon = Date.parse('2026-03-01T12:00:00Z')
const tiers = rollupTiers(395)

/** Hours from noon, as `step: from to`. */
const inHours = (spans: { step: number | null; from: number; to: number }[]) =>
  spans.map(({ step, from, to }) => `${step ?? 'all'}: ${(from - noon) / HOUR} ${(to - noon) / HOUR}`)
const partition = (name: string, step: number | null, from: number, to: number) => ({ name, step, from, to })

describe('the partitions to create first', () => {
  test.each([
    ['samples', ['all: -1 0', 'all: 0 1', 'all: 1 2', 'all: 2 3']],
    ['records', ['all: -36 -12', 'all: -12 12', 'all: 12 36', 'all: 36 60']],
  ] as const)('of %s are the previous, the current and two future ones', (table, expected) => {
    expect(inHours(planPartitions(table, tiers, [], noon + 1).missing)).toEqual(expected)
  })

  test.each([
    ['kept for 395 days', 395, [60, 600, 3600], [12, 5 * 24, 30 * 24]],
    // A quarter of a day each, because all steps are kept for one day.
    ['kept for a day', 1, [60, 600, 3600], [6, 6, 6]],
  ])('of rollups %s have the same count for every step', (_how, days, steps, hours) => {
    const { missing, expired } = planPartitions('rollups', rollupTiers(days), [], noon)
    expect(expired).toEqual([])
    for (const [n, step] of steps.entries()) {
      const width = (hours[n] ?? 0) * HOUR
      const ofStep = missing.filter((span) => span.step === step)
      const present = Math.floor(noon / width) * width
      expect(ofStep.map(({ from, to }) => [from, to])).toEqual(
        [-1, 0, 1, 2].map((ahead) => [present + ahead * width, present + (ahead + 1) * width]),
      )
    }
    expect(missing).toHaveLength(4 * steps.length)
  })
})

test('existing partitions are not created again, and count only for their own step', () => {
  const { missing } = planPartitions('rollups', tiers, [], noon)
  const existing = missing.map((span, n) => ({ ...span, name: `part ${n}` }))
  expect(planPartitions('rollups', tiers, existing, noon)).toEqual({ missing: [], expired: [] })
  const minutes = existing.filter(({ step }) => step === 60)
  expect(planPartitions('rollups', tiers, minutes, noon).missing).toEqual(missing.filter(({ step }) => step !== 60))
})

test('partitions are dropped once their last row is too old for its step', () => {
  const parts = [
    partition('minutes, too old', 60, noon - 3 * DAY, noon - 2 * DAY),
    partition('minutes, not all too old', 60, noon - 3 * DAY, noon - 2 * DAY + 1),
    partition('ten minutes, kept for longer', 600, noon - 3 * DAY, noon - 2 * DAY),
    partition('ten minutes, too old', 600, noon - 40 * DAY, noon - 30 * DAY),
    partition('hours, too old', 3600, noon - 400 * DAY, noon - 395 * DAY),
  ]
  expect(planPartitions('rollups', tiers, parts, noon).expired).toEqual([
    'minutes, too old',
    'ten minutes, too old',
    'hours, too old',
  ])
  const samples = [
    partition('old', null, noon - 3 * HOUR, noon - 2 * HOUR),
    partition('new', null, noon - 2 * HOUR, noon),
  ]
  expect(planPartitions('samples', tiers, samples, noon).expired).toEqual(['old'])
  const records = [partition('old', null, noon - 8 * DAY, noon - 7 * DAY), partition('new', null, noon - 7 * DAY, noon)]
  expect(planPartitions('records', tiers, records, noon).expired).toEqual(['old'])
})

test('gaps are split at partition boundaries and around existing partitions', () => {
  expect(freeSpans([], 0, 30, 10)).toEqual([0, 10, 20].map((from) => ({ from, to: from + 10 })))
  expect(freeSpans([{ from: 0, to: 30 }], 0, 30, 10)).toEqual([])
  const others = [
    { from: -5, to: 2 },
    { from: 4, to: 6 },
    { from: 18, to: 50 },
  ]
  expect(freeSpans(others, 0, 30, 10)).toEqual([
    { from: 2, to: 4 },
    { from: 6, to: 10 },
    { from: 10, to: 18 },
  ])
})
