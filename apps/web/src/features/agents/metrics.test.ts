import { expect, test } from 'vitest'
import { latestOf, metricOf, metricPoints, percentageOf } from '#web/features/agents/metrics.ts'

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
  expect(metricPoints(range, 'cpu.percent')).toEqual([
    { at: 1000, avg: 2, min: 1, max: 3 },
    { at: 1020, avg: 4, min: 3, max: 5 },
    { at: 1030, avg: 5, min: 4, max: 6 },
  ])
  expect(metricPoints(range, 'pump.flow')).toEqual([])
  expect(metricPoints(range, 'unknown')).toEqual([])
})

test('the newest value of each metric in a range is found', () => {
  expect(latestOf(range)).toEqual({ 'cpu.percent': 5, 'pump.flow': undefined })
})

test.each([
  [2, 8, 25],
  [2, undefined, undefined],
  [undefined, 8, undefined],
  [2, 0, undefined],
])('%s of %s is %s percent', (part, whole, expected) => {
  expect(percentageOf(part, whole)).toBe(expected)
})

test('a metric without a known title keeps its name', () => {
  expect(metricOf('pump.flow')).toEqual({ title: 'pump.flow', unit: 'number' })
  expect(metricOf('memory.used')).toMatchObject({ title: 'Memory used', unit: 'bytes' })
})
