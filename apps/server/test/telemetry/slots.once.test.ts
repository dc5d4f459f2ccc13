import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlots } from '#server/telemetry/series.ts'
import { planRange, rollupTiers } from '#server/telemetry/tiers.ts'

const DAY = 24 * 60 * 60_000
const now = Date.parse('2026-03-01T12:00:00Z')

const ranges = fc.record({
  from: fc.integer({ min: now - 400 * DAY, max: now - 1 }),
  span: fc.oneof(fc.integer({ min: 1, max: 7_200_000 }), fc.integer({ min: 1, max: 400 * DAY })),
  points: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2000 })),
})

test('a range has at most the requested number of slots, and the last one has its newest instant', () => {
  fc.assert(
    fc.property(ranges, ({ from, span, points }) => {
      const to = Math.min(now, from + span)
      const { stepMs } = planRange({ from, to, points }, rollupTiers(395), now)
      const slots = createSlots({ from, to, points }, stepMs)
      slots.add(to - 1, ['a'], { count: 1, min: [1], avg: [1], max: [1] })
      const { counts, from: start } = slots.finish('raw', undefined)
      expect(counts.length).toBeLessThanOrEqual(points)
      expect(counts.at(-1)).toBe(1)
      expect(start).toBeLessThanOrEqual(from + stepMs)
    }),
    { numRuns: 500 },
  )
})
