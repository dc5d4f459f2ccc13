import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segments, spreadOf } from './series.ts'
import { point, STEP, series } from './testing/points.ts'
import { thin } from './thin.ts'

const values = ({ at, avg, min, max }: ReturnType<typeof point>) => ({ at, avg, min, max })

test('points at the same pixel become one, with their average, minimum and maximum', () => {
  const [first, second, third] = [point(1, 10), point(2, 20), point(30, 5)]
  expect(thin([[first, second, third]], (at) => at / 10).map((part) => part.map(values))).toEqual([
    [{ at: 1, avg: 15, min: first.min, max: second.max }, values(third)],
  ])
})

test('points at different pixels stay unchanged, and an empty series stays empty', () => {
  const part = [point(1), point(2), point(3)]
  expect(thin([part], (at) => at).map((thinnedPart) => thinnedPart.map(values))).toEqual([part.map(values)])
  expect(thin([], (at) => at)).toEqual([])
})

test('any number of points becomes one per pixel, and keeps its overall minimum and maximum', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: 100 }), (all, width) => {
      const end = all.at(-1)?.at ?? 0
      const start = all[0]?.at ?? 0
      const x = (at: number) => ((at - start) / Math.max(1, end - start)) * width
      const parts = segments(all, STEP)
      const thinned = thin(parts, x)
      expect(thinned).toHaveLength(parts.length)
      for (const part of thinned) expect(part.length).toBeLessThanOrEqual(width + 1)
      expect(spreadOf(thinned.flat())).toEqual(spreadOf(all))
    }),
  )
})

test('10,000 points become as many as a chart has pixels', () => {
  const all = Array.from({ length: 10_000 }, (_, n) => point(n * STEP, n % 17))
  const thinned = thin(segments(all, STEP), (at) => (at / (10_000 * STEP)) * 800)
  expect(thinned.flat()).toHaveLength(800)
})
