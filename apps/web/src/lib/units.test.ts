import { expect, test } from 'vitest'
import { bytes, bytesPerSecond, duration, percent } from '#web/lib/units.ts'

test.each([
  [0, '0 %'],
  [0.44, '0.4 %'],
  [9.96, '10 %'],
  [42.4, '42 %'],
  [100, '100 %'],
])('%d is %s', (value, text) => {
  expect(percent(value)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [123.4 * 1024 ** 3, '123 GB'],
  [2 * 1024 ** 6, '2048 PB'],
])('%d bytes are %s', (value, text) => {
  expect(bytes(value)).toBe(text)
})

test('a rate is bytes a second', () => {
  expect(bytesPerSecond(2048)).toBe('2 KB/s')
})

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [725, '12 min 5 s'],
  [3600, '1 h'],
  [86_400 + 60, '1 d'],
  [3 * 86_400 + 4 * 3600 + 59, '3 d 4 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})
