import { describe, expect, test } from 'vitest'
import { clientGreeting, clockDate, clockSeconds, clockTime, initials } from '#web/app/client/client-times.ts'

describe('the greeting of the client layout', () => {
  test.each([
    [0, 'Good night'],
    [6, 'Good night'],
    [7, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [19, 'Good afternoon'],
    [20, 'Good night'],
    [23, 'Good night'],
  ])('at %i is %s', (hour, text) => {
    expect(clientGreeting(hour)).toBe(text)
  })
})

test('the clock and the date are Spanish', () => {
  const now = new Date(2026, 10, 21, 8, 5, 9)
  expect(clockTime(now, {})).toBe('08:05')
  expect(clockSeconds(now, {})).toBe('08:05:09')
  expect(clockDate(now, {})).toBe('sábado, 21 de noviembre de 2026')
})

test.each([
  ['Ada', 'Lovelace', 'AL'],
  ['ángel', 'ñoño', 'ÁÑ'],
  ['Ada', '', 'A'],
  ['', '', ''],
])('the initials of %j %j are %j', (name, surname, letters) => {
  expect(initials({ name, surname })).toBe(letters)
})
