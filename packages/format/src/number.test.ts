import { expect, test } from 'vitest'
import { fixedText, numberText, percentText } from './number.ts'
import { tickText } from './ticks.ts'

test.each([
  [0, '0 %'],
  [0.44, '0.4 %'],
  [9.96, '10 %'],
  [42.4, '42 %'],
  [100, '100 %'],
])('the percentage %d is written %s', (value, text) => {
  expect(percentText(value, {})).toBe(text)
})

test('numbers are English until a locale is chosen', () => {
  expect([0.0025, 12.5, 1_500_000].map((tick) => tickText(tick, {}))).toEqual(['0.0025', '12.5', '1,500,000'])
  const german = { locale: 'de-DE' }
  expect(tickText(1_500_000, german)).toBe('1.500.000')
  expect(percentText(0.44, german)).toBe('0,4 %')
  expect([numberText(2.345, 2, german), fixedText(21, 1, german)]).toEqual(['2,35', '21,0'])
})
