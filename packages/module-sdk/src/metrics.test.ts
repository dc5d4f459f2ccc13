import { expect, test } from 'vitest'
import { metricFormat, metricTitle } from './metrics.ts'

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
  expect(metricFormat(metric, {})(value)).toBe(text)
  expect(metricTitle(metric)).toBe(title)
})
