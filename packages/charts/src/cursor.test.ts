import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorAfter, pointAt, zoomSpan } from './cursor.ts'
import { GAP_STEPS } from './series.ts'
import { point, STEP, series } from './testing/points.ts'

const points = [10, 20, 30, 80, 90].map((at) => point(at))

test.each([
  [10, 10],
  [14, 10],
  [16, 20],
  [38, 30],
  [55, undefined],
  [100, 90],
  [140, undefined],
])('at %i the cursor finds the point of %s', (at, found) => {
  expect(pointAt(points, at, 10)?.at).toBe(found)
})

test('the cursor finds the nearest point, and none in a gap', () => {
  fc.assert(
    fc.property(series, fc.nat(), fc.integer({ min: -30, max: 30 }), (all, chosen, off) => {
      const at = (all[chosen % all.length]?.at ?? 0) + off
      const nearest = Math.min(...all.map((point) => Math.abs(point.at - at)))
      const found = pointAt(all, at, STEP)
      if (nearest > (STEP * GAP_STEPS) / 2) expect(found).toBeUndefined()
      else expect(Math.abs((found?.at ?? Number.NaN) - at)).toBe(nearest)
    }),
  )
})

const range = { from: 0, to: 100, step: 5 }

test.each([
  ['ArrowLeft', 50, 45],
  ['ArrowRight', 50, 55],
  ['ArrowDown', 50, 45],
  ['ArrowUp', 50, 55],
  ['PageDown', 50, 40],
  ['PageUp', 50, 60],
  ['Home', 50, 0],
  ['End', 50, 100],
  ['ArrowLeft', 2, 0],
  ['PageUp', 95, 100],
  ['a', 50, undefined],
])('%s takes the cursor from %i to %s', (key, at, next) => {
  expect(cursorAfter(key, at, range)).toBe(next)
})

test('a drag selects the span between its ends, in both directions; a click selects nothing', () => {
  const hour = { from: 0, to: 3_600_000 }
  expect(zoomSpan(600_000, 1_200_000, hour)).toEqual({ from: 600_000, to: 1_200_000 })
  expect(zoomSpan(1_200_000, 600_000, hour)).toEqual({ from: 600_000, to: 1_200_000 })
  expect(zoomSpan(600_000, 610_000, hour)).toBeUndefined()
  expect(zoomSpan(300_000, 310_000, { from: 0, to: 400_000 })).toEqual({ from: 275_000, to: 335_000 })
})
