import { expect, test } from 'vitest'
import { bytesPerSecond, percent } from '#web/lib/units.ts'

test.each([
  [0, '0 %'],
  [0.44, '0.4 %'],
  [9.96, '10 %'],
  [42.4, '42 %'],
  [100, '100 %'],
])('%d is %s', (value, text) => {
  expect(percent(value)).toBe(text)
})

test('a rate is bytes a second', () => {
  expect(bytesPerSecond(2048)).toBe('2 KiB/s')
})
