import { expect, test } from 'vitest'
import { dayName, listText, weekFrom } from './words.ts'

test('a week begins with Monday, or with the day that was chosen', () => {
  expect(weekFrom()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(weekFrom(7)).toEqual([7, 1, 2, 3, 4, 5, 6])
  expect([1, 6, 7, 0].map(dayName)).toEqual(['Monday', 'Saturday', 'Sunday', 'Sunday'])
})

test('the last item of a list follows the word "and"', () => {
  expect(listText(['Monday', 'Tuesday', 'Friday'])).toBe('Monday, Tuesday, and Friday')
})
