import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaPath, bandPath, linePath } from './paths.ts'
import { segments } from './series.ts'
import { point, STEP, series } from './testing/points.ts'

const same = (value: number) => value
const parts = [[point(1), point(2)], [point(9)]]

test('each segment is drawn as a stroke, and a single point as a dot', () => {
  expect(linePath(parts, same, same)).toBe('M1,1L2,2M9,9h0')
  expect(linePath([], same, same)).toBe('')
})

test('a band and an area are drawn for each segment', () => {
  expect(bandPath(parts, same, same)).toBe('M1,2L2,3L2,1L1,0Z')
  expect(areaPath(parts, same, same, 20)).toBe('M1,1L2,2L2,20L1,20Z')
})

test('coordinates are rounded to hundredths', () => {
  expect(linePath([[point(1 / 3, 2 / 3)]], same, same)).toBe('M0.33,0.67h0')
})

type Corner = [x: number, y: number]

/** The corners of each stroke of a path. */
const strokes = (path: string): Corner[][] =>
  path
    .split('M')
    .slice(1)
    .map((stroke) =>
      stroke
        .replace(/[hZ].*/, '')
        .split('L')
        .map((place) => place.split(',').map(Number) as Corner),
    )

test('a band contains its line', () => {
  fc.assert(
    fc.property(series, (all) => {
      const cut = segments(all, STEP)
      const lines = strokes(linePath(cut, same, same)).filter((line) => line.length > 1)
      const bands = strokes(bandPath(cut, same, same))
      expect(bands).toHaveLength(lines.length)
      for (const [index, line] of lines.entries()) {
        const upper = bands[index]?.slice(0, line.length) ?? []
        const lower = bands[index]?.slice(line.length).reverse() ?? []
        for (const [corner, [x, y]] of line.entries()) {
          expect([upper[corner]?.[0], lower[corner]?.[0]]).toEqual([x, x])
          expect(upper[corner]?.[1]).toBeGreaterThanOrEqual(y)
          expect(lower[corner]?.[1]).toBeLessThanOrEqual(y)
        }
      }
    }),
  )
})
