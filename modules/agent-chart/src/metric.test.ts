import { writtenAxis } from '@atalaya/charts/axis'
import { expect, test } from 'vitest'
import { baseOf, formatOf, ticksOf, titleOf } from './metric.ts'

test.each([
  ['cpu.percent', 12.34, '12.3 %', 'CPU'],
  ['memory.used', 3 * 1024 ** 3, '3 GiB', 'Memory used'],
  ['network.sent', 1536, '1.5 KiB/s', 'Sent'],
  ['uptime.seconds', 90_000, '1 d 1 h', 'Uptime'],
  ['temperature.celsius', 41, '41 °C', 'Temperature'],
  ['pump-3.flow', 0.123456, '0.1235', 'pump-3.flow'],
  ['disk.total', 0, '0 B', 'Disk'],
  ['disk.used:srv', 1024, '1 KiB', 'Disk used, srv'],
  ['cpu.percent:3', 12, '12 %', 'CPU, 3'],
])('%s: %d is written %s and called %s', (metric, value, text, title) => {
  expect(formatOf(metric, {})(value)).toBe(text)
  expect(titleOf(metric)).toBe(title)
})

test.each([
  ['uptime.seconds', 100_000, ['0 h', '20 h', '40 h']],
  ['uptime.seconds', 400_000, ['0 d', '2.5 d', '5 d']],
  ['memory.used', 900 * 1024 ** 2, ['0 GiB', '0.5 GiB', '1 GiB']],
  ['temperature.celsius', 0.4, ['0 °C', '0.2 °C', '0.4 °C']],
  ['pump.flow', 0.005, ['0', '0.0025', '0.005']],
  ['network.sent', 3 * 1024, ['0 KiB/s', '2 KiB/s', '4 KiB/s']],
])('the ticks of %s up to %d share one unit', (metric, most, texts) => {
  const { ticks, text } = writtenAxis({ least: 0, most }, ticksOf(metric, {}), { count: 2, base: baseOf(metric) })
  expect(ticks.map(text)).toEqual(texts)
})
