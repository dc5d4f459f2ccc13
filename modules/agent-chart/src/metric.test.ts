import { axisInUnits } from '@atalaya/charts/axis'
import { expect, test } from 'vitest'
import { baseOf, ticksOf, timeOf, valuesOf } from './metric.ts'

test.each([
  ['uptime.seconds', 100_000, ['0 h', '20 h', '40 h']],
  ['uptime.seconds', 400_000, ['0 d', '2.5 d', '5 d']],
  ['memory.used', 900 * 1024 ** 2, ['0 GiB', '0.5 GiB', '1 GiB']],
  ['temperature.celsius', 0.4, ['0 °C', '0.2 °C', '0.4 °C']],
  ['pump.flow', 0.005, ['0', '0.0025', '0.005']],
  ['network.sent', 3 * 1024, ['0 KiB/s', '2 KiB/s', '4 KiB/s']],
])('the ticks of %s up to %d share one unit', (metric, max, texts) => {
  const { ticks, text } = axisInUnits({ min: 0, max }, ticksOf(metric, {}), { count: 2, base: baseOf(metric) })
  expect(ticks.map(text)).toEqual(texts)
})

test.each([
  ['cpu.percent', { min: 5, max: 12 }, { min: 0, max: 100 }],
  ['cpu.percent', { min: 5, max: 130 }, { min: 0, max: 130 }],
  ['load.1', { min: 5, max: 12 }, { min: 5, max: 12 }],
])('the axis of %s with values in %j covers %j', (metric, spread, covered) => {
  expect(valuesOf(metric, spread)).toEqual(covered)
})

test('times have their date from spans of more than a day on', () => {
  const formats = { locale: 'en-GB', zone: 'UTC' }
  const noon = Date.parse('2026-11-24T12:00:00Z')
  expect(timeOf(noon, 86_400_000, formats)).toBe('12:00')
  expect(timeOf(noon, 86_400_001, formats)).toContain('24 Nov')
})
