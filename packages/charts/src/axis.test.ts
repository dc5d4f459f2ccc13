import { byteTicks, tickText } from '@atalaya/format/ticks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisOf, type Base, scale } from './axis.ts'

const GB = 1024 ** 3

describe('an axis from zero', () => {
  test.each([
    [0, 10, [0, 0.25, 0.5, 0.75, 1]],
    [0.3, 10, [0, 0.1, 0.2, 0.3]],
    [3.2, 10, [0, 1, 2, 3, 4]],
    [100, 10, [0, 25, 50, 75, 100]],
    [8, 10, [0, 2, 4, 6, 8]],
    [16 * GB, 1024, [0, 4 * GB, 8 * GB, 12 * GB, 16 * GB]],
    [0, 1024, [0, 1]],
    [3, 1024, [0, 1, 2, 3]],
    [5 * GB, 1024, [0, 2 * GB, 4 * GB, 6 * GB]],
  ] as const)('up to %d in base %i has the ticks %j', (max, base, ticks) => {
    expect(axisOf({ min: 0, max }, { base })).toEqual({ low: 0, high: ticks.at(-1), ticks })
  })

  test.each([
    ['ends at the given bound', { min: 3, max: 40 }, 100, 100, [0, 25, 50, 75, 100]],
    ['may end between two round ticks, with a tick at its end', { min: 3, max: 40 }, 90, 90, [0, 25, 50, 75, 90]],
    ['has no more ticks than fit', { min: 3, max: 40 }, 80, 80, [0, 20, 40, 60, 80]],
    ['omits a round tick that is too near to its end', { min: 3, max: 40 }, 105, 105, [0, 50, 105]],
    ['ignores a bound below its values', { min: 3, max: 8 }, 0, 8, [0, 2, 4, 6, 8]],
  ])('%s', (_name, extent, top, high, ticks) => {
    expect(axisOf(extent, { top })).toEqual({ low: 0, high, ticks })
  })
})

describe('a close axis with few steps', () => {
  test.each([
    ['begins at a near zero', [0, 7], [0, 5, 10]],
    ['begins far from zero', [1000, 1003], [1000, 1002, 1004]],
    ['covers a single value', [5, 5], [5, 7.5, 10]],
    ['covers a single zero', [0, 0], [0, 0.5, 1]],
    ['begins below zero', [-4, 3], [-5, 0, 5]],
    ['covers a single value below zero', [-4, -4], [-4, -2, 0]],
    ['has one step more than requested', [7, 10.9], [6, 8, 10, 12]],
  ])('%s', (_name, [min = 0, max = 0], ticks) => {
    const axis = axisOf({ min, max }, { count: 2, startsNearValues: true })
    expect(axis).toEqual({ low: ticks[0], high: ticks.at(-1), ticks })
  })
})

const extent = fc
  .tuple(fc.integer(), fc.integer(), fc.constantFrom(1, 10, 1000, 1_000_000))
  .map(([a, b, part]) => ({ min: Math.min(a, b) / part, max: Math.max(a, b) / part }))
const options = fc.record({
  count: fc.integer({ min: 1, max: 10 }),
  base: fc.constantFrom<Base>(10, 1024),
  startsNearValues: fc.boolean(),
})

test('an axis covers its values with a limited number of round ticks at equal distances', () => {
  fc.assert(
    fc.property(extent, options, ({ min, max }, chosen) => {
      // If values differ only after the fifth digit, doubles can't distinguish their ticks well.
      fc.pre(min === max || (max - min) * 1e4 >= Math.max(Math.abs(min), Math.abs(max)))
      const { low, high, ticks } = axisOf({ min, max }, chosen)
      const step = (high - low) / (ticks.length - 1)
      const tolerance = step * 1e-6
      expect(low).toBeLessThanOrEqual(min + tolerance)
      expect(high).toBeGreaterThanOrEqual(max - tolerance)
      expect([ticks[0], ticks.at(-1)]).toEqual([low, high])
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(chosen.count + 2)
      for (const [index, tick] of ticks.entries()) {
        expect(Math.abs(tick - (low + index * step))).toBeLessThanOrEqual(tolerance)
        expect(Math.abs(tick / step - Math.round(tick / step))).toBeLessThan(1e-3)
      }
      if (chosen.base === 1024) expect(Number.isInteger(Math.log2(step))).toBe(true)
      else
        expect([1, 2, 2.5, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step * 1.000_001))).toPrecision(6)))
    }),
  )
})

test('values are scaled linearly, and all of an empty range to its start', () => {
  expect(scale([0, 10], [100, 0])(2.5)).toBe(75)
  expect(scale([5, 5], [10, 20])(5)).toBe(10)
})

test('no two ticks of an axis have the same label, however near they are', () => {
  fc.assert(
    fc.property(extent, fc.boolean(), ({ min, max }, startsNearValues) => {
      fc.pre(min === max || (max - min) * 1e4 >= Math.max(Math.abs(min), Math.abs(max)))
      const { ticks } = axisOf({ min, max }, { startsNearValues })
      expect(new Set(ticks.map((tick) => tickText(tick, {}))).size).toBe(ticks.length)
    }),
  )
})

test('the ticks of an axis of bytes share one unit, and no two have the same label', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (max) => {
      const { ticks, high } = axisOf({ min: 0, max }, { base: 1024 })
      const texts = ticks.map(byteTicks(high, {}))
      expect(new Set(texts.map((text) => text.split(' ')[1])).size).toBe(1)
      expect(new Set(texts).size).toBe(texts.length)
    }),
  )
})
