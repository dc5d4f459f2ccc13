import { describe, expect, test } from 'vitest'
import { bandPath, linePath, scaleOf, usualGap } from './chart.ts'
import { formatOf, titleOf } from './metric.ts'

describe('the axis', () => {
  test.each([
    ['of percentages', [3], [62], true, { low: 0, high: 100 }],
    ['of small percentages', [0.2], [1.4], true, { low: 0, high: 10 }],
    ['from zero', [0], [7], false, { low: 0, high: 10 }],
    ['far from zero', [1000], [1003], false, { low: 1000, high: 1004 }],
    ['of one value', [5], [5], false, { low: 5, high: 7.5 }],
    ['of nothing', [null], [null], false, { low: 0, high: 1 }],
    ['of zero alone', [0], [0], false, { low: 0, high: 1 }],
    ['below zero', [-4], [3], false, { low: -5, high: 5 }],
  ])('%s', (_name, min, max, isPercent, scale) => {
    expect(scaleOf(min, max, isPercent)).toEqual(scale)
  })
})

const scale = { low: 0, high: 10 }

describe('the line', () => {
  test.each([
    [[0, 10], 0, 'M0.0 10.0h0L20.0 0.0'],
    [[0, null, 10], 0, 'M0.0 10.0h0M20.0 0.0h0'],
    [[0, null, 10], 1, 'M0.0 10.0h0L20.0 0.0'],
    [[null, null], 0, ''],
  ])('through %j, across %i empty slots, is %s', (values, bridge, path) => {
    expect(linePath(values, scale, 20, 10, bridge)).toBe(path)
  })

  test('crosses as many empty slots as are usual', () => {
    expect(usualGap([1, null, null, 2, null, null, 3, null, null, null, null, null, 4])).toBe(2)
    expect(usualGap([1, 2, null, null, 3, 4])).toBe(0)
    expect(usualGap([null])).toBe(0)
  })
})

test('the band closes around each run of slots', () => {
  expect(bandPath([0, 2, null, 4], [10, 4, null, 6], scale, 30, 10)).toBe('M0.0 0.0L10.0 6.0L10.0 8.0L0.0 10.0z')
})

test.each([
  ['cpu.percent', 12.34, '12.3 %', 'CPU'],
  ['memory.used', 3 * 1024 ** 3, '3 GB', 'Memory used'],
  ['network.sent', 1536, '1.5 KB/s', 'Sent'],
  ['uptime.seconds', 90_000, '1 d', 'Uptime'],
  ['temperature.celsius', 41, '41 °C', 'Temperature'],
  ['pump-3.flow', 0.123456, '0.1235', 'pump-3.flow'],
  ['disk.total', 0, '0 B', 'Disk'],
])('%s: %d is written %s and called %s', (metric, value, text, title) => {
  expect(formatOf(metric)(value)).toBe(text)
  expect(titleOf(metric)).toBe(title)
})
