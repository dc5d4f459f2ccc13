import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GAP_STEPS, gaps, medianStep, pointsOf, segments, spreadOf } from './series.ts'
import { point, STEP, series } from './testing/points.ts'

const points = [10, 20, 30, 80, 90].map((at) => point(at))

test('a slot without a value is no point', () => {
  expect(pointsOf({ from: 1000, stepMs: 10, avg: [2, null, 4], min: [1, null, 3], max: [3, null, 5] })).toEqual([
    { at: 1000, avg: 2, min: 1, max: 3 },
    { at: 1020, avg: 4, min: 3, max: 5 },
  ])
  expect(pointsOf({ from: 0, stepMs: 10, avg: [7] })).toEqual([{ at: 0, avg: 7, min: 7, max: 7 }])
  expect(pointsOf({ from: 0, stepMs: 10, avg: [null, null] })).toEqual([])
})

test.each([
  ['every slot filled', [0, 10, 20, 30], 10],
  ['one slot in three filled', [0, 30, 60, 90, 120], 30],
  ['a gap in the middle', [0, 10, 20, 500, 510, 520], 10],
  ['a single point', [0], 10],
  ['no points', [], 10],
])('the usual step is found for %s', (_name, times, step) => {
  expect(
    medianStep(
      times.map((at) => point(at)),
      10,
    ),
  ).toBe(step)
})

test('the spread is the minimum and the maximum of all bands', () => {
  expect(spreadOf(points)).toEqual({ min: 9, max: 91 })
  expect(spreadOf([])).toEqual({ min: 0, max: 0 })
})

test('a series is split where two points are more than two and a half steps apart', () => {
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

test('no segment bridges a gap, no gap hides a point, and no point is lost', () => {
  const reach = STEP * GAP_STEPS
  fc.assert(
    fc.property(series, (all) => {
      const parts = segments(all, STEP)
      expect(parts.flat()).toEqual(all)
      for (const part of parts) {
        for (const [index, { at }] of part.slice(1).entries())
          expect(at - (part[index]?.at ?? at)).toBeLessThanOrEqual(reach)
      }
      const [from, to] = [0, (all.at(-1)?.at ?? 0) + 100]
      const empty = gaps(parts, from, to, STEP)
      for (const [start, end] of empty) {
        expect(end - start).toBeGreaterThan(reach)
        expect(all.filter(({ at }) => at > start && at < end)).toEqual([])
      }
      // Every long stretch without a point is reported as a gap.
      const stops = [from, ...all.map(({ at }) => at), to]
      const long = stops.slice(1).flatMap((stop, index) => {
        const start = stops[index] ?? stop
        return stop - start > reach ? [[start, stop]] : []
      })
      expect(empty).toEqual(long)
    }),
  )
})
