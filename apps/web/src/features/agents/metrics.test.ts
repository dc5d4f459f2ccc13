import { expect, test } from 'vitest'
import { latestOf, metricOf, pointsOf, share, usualStep } from '#web/features/agents/metrics.ts'

const range = {
  from: 1000,
  stepMs: 10,
  series: [
    { metric: 'cpu.percent', min: [1, null, 3, 4], avg: [2, null, 4, 5], max: [3, null, 5, 6] },
    {
      metric: 'pump.flow',
      min: [null, null, null, null],
      avg: [null, null, null, null],
      max: [null, null, null, null],
    },
  ],
}

test('a slot without a sample is no point', () => {
  expect(pointsOf(range, 'cpu.percent')).toEqual([
    { at: 1000, avg: 2, min: 1, max: 3 },
    { at: 1020, avg: 4, min: 3, max: 5 },
    { at: 1030, avg: 5, min: 4, max: 6 },
  ])
  expect(pointsOf(range, 'pump.flow')).toEqual([])
  expect(pointsOf(range, 'unknown')).toEqual([])
})

test('the newest values of a range', () => {
  expect(latestOf(range)).toEqual({ 'cpu.percent': 5, 'pump.flow': undefined })
})

const at = (times: number[]) => times.map((time) => ({ at: time, avg: 0, min: 0, max: 0 }))

test.each([
  ['every slot filled', [0, 10, 20, 30], 10],
  ['one slot in three filled', [0, 30, 60, 90, 120], 30],
  ['a gap in the middle', [0, 10, 20, 500, 510, 520], 10],
  ['a lone point', [0], 10],
  ['nothing', [], 10],
])('the usual step of %s', (_name, times, step) => {
  expect(usualStep(at(times), 10)).toBe(step)
})

test.each([
  [2, 8, 25],
  [2, undefined, undefined],
  [undefined, 8, undefined],
  [2, 0, undefined],
])('%s of %s is %s percent', (part, whole, expected) => {
  expect(share(part, whole)).toBe(expected)
})

test('a number without a title of ours keeps its own name', () => {
  expect(metricOf('pump.flow')).toEqual({ title: 'pump.flow', unit: 'number' })
  expect(metricOf('memory.used')).toEqual({ title: 'Memory used', unit: 'bytes' })
})
