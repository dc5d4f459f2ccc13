import { expect, test } from 'vitest'
import { durationText, wholeDurationText } from './duration.ts'
import { durationTicks } from './ticks.ts'

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [725, '12 min 5 s'],
  [3600, '1 h'],
  [86_400 + 60, '1 d'],
  [3 * 86_400 + 4 * 3600 + 59, '3 d 4 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test.each([
  [5, '5 s'],
  [95, '1 min 35 s'],
  [86_400 + 3661, '25 h 1 min 1 s'],
])('the full duration of %d seconds is %s', (seconds, text) => {
  expect(wholeDurationText(seconds)).toBe(text)
})

test('the ticks of an axis of durations share one unit', () => {
  const { size, text } = durationTicks(3 * 86_400, {})
  expect([0, size, 2.5 * size].map(text)).toEqual(['0 d', '1 d', '2.5 d'])
  expect(durationTicks(0, {}).text(1)).toBe('1 s')
})
