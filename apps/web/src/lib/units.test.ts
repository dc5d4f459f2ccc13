import { expect, test } from 'vitest'
import { bytesPerSecond, duration, durationTicks, percent } from '#web/lib/units.ts'

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

test('the ticks of an axis of durations share one unit', () => {
  const { size, text } = durationTicks(3 * 86_400)
  expect([0, size, 2.5 * size].map(text)).toEqual(['0 d', '1 d', '2.5 d'])
  expect(durationTicks(0).text(1)).toBe('1 s')
})
