import { expect, test } from 'vitest'
import { formatOf, titleOf } from './metric.ts'

test.each([
  ['cpu.percent', 12.34, '12.3 %', 'CPU'],
  ['memory.used', 3 * 1024 ** 3, '3 GiB', 'Memory used'],
  ['network.sent', 1536, '1.5 KiB/s', 'Sent'],
  ['uptime.seconds', 90_000, '1 d', 'Uptime'],
  ['temperature.celsius', 41, '41 °C', 'Temperature'],
  ['pump-3.flow', 0.123456, '0.1235', 'pump-3.flow'],
  ['disk.total', 0, '0 B', 'Disk'],
])('%s: %d is written %s and called %s', (metric, value, text, title) => {
  expect(formatOf(metric)(value)).toBe(text)
  expect(titleOf(metric)).toBe(title)
})
