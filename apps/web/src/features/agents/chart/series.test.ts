import { expect, test } from 'vitest'
import { bandPath, gaps, linePath, type Point, pointAt, segments } from '#web/features/agents/chart/series.ts'

const point = (at: number, avg = at): Point => ({ at, avg, min: avg - 1, max: avg + 1 })
const points = [10, 20, 30, 80, 90].map((at) => point(at))

test('cuts where more than two steps are missing', () => {
  expect(segments(points, 10).map((part) => part.map(({ at }) => at))).toEqual([
    [10, 20, 30],
    [80, 90],
  ])
  expect(segments(points, 20)).toHaveLength(1)
  expect(segments([], 10)).toEqual([])
})

test.each([
  [0, 100, [[30, 80]]],
  [
    -40,
    200,
    [
      [-40, 10],
      [30, 80],
      [90, 200],
    ],
  ],
])('between %i and %i the gaps are %j', (from, to, expected) => {
  expect(gaps(segments(points, 10), from, to, 10)).toEqual(expected)
})

test('without any point the whole range is a gap', () => {
  expect(gaps([], 0, 100, 10)).toEqual([[0, 100]])
})

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

test('draws a stroke for each segment, and a dot for a lone point', () => {
  const same = (value: number) => value
  expect(linePath([[point(1), point(2)], [point(9)]], same, same)).toBe('M1.0,1.0L2.0,2.0M9.0,9.0h0')
  expect(bandPath([[point(1), point(2)], [point(9)]], same, same)).toBe('M1.0,2.0L2.0,3.0L2.0,1.0L1.0,0.0Z')
})
