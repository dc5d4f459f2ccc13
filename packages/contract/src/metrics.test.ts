import { describe, expect, test } from 'vitest'
import { levelOf } from './metric-bounds.ts'
import { type Metric, metricNamed, percentOf, SYSTEM_METRICS } from './metrics.ts'
import { metricName } from './telemetry.ts'

const metrics: [string, Metric][] = Object.entries(SYSTEM_METRICS)

describe.each(metrics)('%s', (name, { title, meaning, unit, capacity, bounds }) => {
  test('has a valid name and a description', () => {
    expect(metricName.safeParse(name).success).toBe(true)
    expect([title, meaning].every((text) => /^[A-Z]/.test(text) && !text.endsWith('.'))).toBe(true)
  })

  test('has a capacity in its own unit', () => {
    if (capacity !== undefined) expect(metricNamed(capacity)?.unit).toBe(unit)
  })

  test('has a warning below critical, within the possible values', () => {
    if (!bounds) return
    expect(bounds.warning).toBeLessThanOrEqual(bounds.critical)
    if (unit === 'percent' || capacity !== undefined) expect(bounds.critical).toBeLessThanOrEqual(100)
  })
})

test('metrics that an agent made up, and names of object members, are unknown', () => {
  expect([metricNamed('pump-3.flow'), metricNamed('constructor')]).toEqual([undefined, undefined])
})

test('the percentage of a metric is its share of the capacity', () => {
  expect(percentOf('disk.used', { 'disk.used': 30, 'disk.total': 40 })).toBe(75)
  expect(percentOf('cpu.percent', { 'cpu.percent': 12.5 })).toBe(12.5)
})

test.each([
  ['nothing was measured', 'disk.used', {}],
  ['the capacity is not reported', 'disk.used', { 'disk.used': 30 }],
  ['the capacity is zero', 'swap.used', { 'swap.used': 0, 'swap.total': 0 }],
  ['the metric has no capacity', 'load.1', { 'load.1': 3 }],
])('there is no percentage if %s', (_what, name, numbers) => {
  expect(percentOf(name, numbers)).toBeUndefined()
})

test.each([
  [79.9, undefined],
  [80, 'warning'],
  [89.9, 'warning'],
  [90, 'critical'],
  [undefined, undefined],
])('a disk with %s per cent in use: %s', (percent, level) => {
  expect(levelOf('disk.used', percent)).toBe(level)
})

test('the metric of a named disk has the unit, the bounds and the capacity of that disk', () => {
  expect(metricNamed('disk.used:srv')).toMatchObject({
    title: 'Disk used, srv',
    unit: 'bytes',
    capacity: 'disk.total:srv',
    bounds: { warning: 80 },
  })
  expect(percentOf('disk.used:srv', { 'disk.used:srv': 30, 'disk.total:srv': 40, 'disk.total': 1000 })).toBe(75)
  expect(metricNamed('network.sent:eth0')).not.toHaveProperty('capacity')
  expect(['disk.used:', 'pump:a', ':a', 'constructor:a'].map(metricNamed)).toEqual(Array(4).fill(undefined))
})
