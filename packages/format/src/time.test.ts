import { describe, expect, test } from 'vitest'
import { instantText, tickTimeText } from './chart-time.ts'
import { dateTimeText, dayText, longDayText, longWeekdayDateText, secondsText, weekdayDateText } from './date.ts'
import { localDateText, localText } from './local.ts'
import { dayTimeText, shortText, weekdayText } from './short.ts'
import { dateText, exactText, longDateText, timeText } from './time.ts'

const at = '2026-11-24T22:15:09Z'
const madrid = { locale: 'en-US', zone: 'Europe/Madrid' }
/** Some versions of ICU put a narrow space before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ')

test.each([
  [timeText, '11:15 PM', '23:15', '23:15'],
  [secondsText, '11:15:09 PM', '23:15:09', '23:15:09'],
  [dayText, 'Nov 24', 'Nov 24', '24. Nov.'],
  [dayTimeText, 'Nov 24, 11:15 PM', 'Nov 24, 23:15', '24. Nov., 23:15'],
  [dateText, 'Nov 24, 2026', 'Nov 24, 2026', '24.11.2026'],
  [longDateText, 'November 24, 2026', 'November 24, 2026', '24. November 2026'],
  [longDayText, 'November 24', 'November 24', '24. November'],
  [dateTimeText, 'Nov 24, 2026, 11:15 PM', 'Nov 24, 2026, 23:15', '24.11.2026, 23:15'],
  [exactText, 'Nov 24, 2026, 11:15:09 PM', 'Nov 24, 2026, 23:15:09', '24.11.2026, 23:15:09'],
  [localText, '11/24/2026, 11:15:09 PM', '11/24/2026, 23:15:09', '24.11.2026, 23:15:09'],
  [localDateText, '11/24/2026', '11/24/2026', '24.11.2026'],
  [weekdayDateText, 'Tuesday, November 24', 'Tuesday, November 24', 'Dienstag, 24. November'],
  [longWeekdayDateText, 'Tuesday, November 24, 2026', 'Tuesday, November 24, 2026', 'Dienstag, 24. November 2026'],
])('%o writes a time as chosen', (write, american, hours24, german) => {
  expect(plain(write(at, madrid))).toBe(american)
  expect(plain(write(at, { ...madrid, hours: 24 }))).toBe(hours24)
  expect(plain(write(at, { ...madrid, locale: 'de-DE' }))).toBe(german)
})

test('the 12-hour clock begins with twelve, and times follow the chosen zone', () => {
  expect(plain(timeText('2026-11-24T00:05:00Z', { locale: 'en-GB', hours: 12, zone: 'UTC' }))).toBe('12:05 am')
  expect(timeText(at, { locale: 'en-GB', zone: 'Asia/Tokyo' })).toBe('07:15')
})

test('the day of a date without a time is the same in every zone', () => {
  expect(weekdayText('2026-11-24', { locale: 'en-US', zone: 'Pacific/Auckland' })).toBe('Tue')
})

describe('the shortest text of a time', () => {
  const now = new Date('2026-11-24T22:30:00Z')
  test.each([
    ['2026-11-24T22:15:00Z', '23:15'],
    ['2026-11-23T23:00:00Z', '00:00'],
    ['2026-11-23T22:59:00Z', 'yesterday'],
    ['2026-11-22T22:59:00Z', '2 d'],
    ['2026-11-18T12:00:00Z', '6 d'],
    ['2026-11-17T12:00:00Z', 'Nov 17'],
    ['2026-01-01T12:00:00Z', 'Jan 1'],
    ['2025-12-31T12:00:00Z', 'Dec 31, 2025'],
    ['2026-11-26T12:00:00Z', 'Nov 26'],
  ])('%s is %s', (then, text) => {
    expect(shortText(then, now, { ...madrid, hours: 24 })).toBe(text)
  })

  test('yesterday is determined in the chosen time zone', () => {
    expect(shortText('2026-11-24T22:15:00Z', now, { ...madrid, zone: 'Asia/Tokyo', hours: 24 })).toBe('07:15')
    expect(shortText('2026-11-24T14:59:00Z', now, { ...madrid, zone: 'Asia/Tokyo', hours: 24 })).toBe('yesterday')
  })
})

test('charts use a 24-hour clock and short dates until a locale is chosen', () => {
  const instant = Date.parse(at)
  const zone = 'Europe/Madrid'
  expect(tickTimeText(instant, 3_600_000, { zone })).toBe('23:15')
  expect(tickTimeText(instant, 30 * 86_400_000, { zone })).toBe('24 Nov')
  expect(plain(tickTimeText(instant, 3_600_000, madrid))).toBe('11:15 PM')
  expect(instantText(instant, { zone })).toBe('Tue, 24 Nov 2026, 23:15:09')
  // Clocks there show 02:30 twice.
  const twice = Date.parse('2026-10-25T00:30:00Z')
  expect(instantText(twice, { zone })).toContain('02:30:00 GMT+2')
  expect(instantText(twice + 3_600_000, { zone })).toContain('02:30:00 GMT+1')
})
