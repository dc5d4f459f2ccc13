import { expect, test, vi } from 'vitest'
import { isBirthday } from '#web/app/shell/birthday.ts'

const EVENING = Date.parse('2026-11-21T20:00:00Z')

test.each([
  ['Pacific/Auckland', '1990-11-22'],
  ['America/Los_Angeles', '1990-11-21'],
])('the birthday is a day in the chosen zone: %s', (zone, birthday) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(isBirthday(birthday, EVENING, zone)).toBe(true)
  expect(isBirthday('1990-11-20', EVENING, zone)).toBe(false)
})

test('the birthday is a day in the browser’s zone if none is chosen', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(isBirthday('1990-11-22', EVENING)).toBe(true)
  expect(isBirthday(null, EVENING)).toBe(false)
})
