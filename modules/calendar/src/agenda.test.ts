import { expect, test } from 'vitest'
import type { CalendarEvent } from '../server/calendar-data.ts'
import { agendaOf, DAY_MS, entriesOn, toWallEvents, weeksOf } from './agenda.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const event = (start: string, end: string, kind: CalendarEvent['kind'] = 'instant'): CalendarEvent => ({
  slot: 1,
  kind,
  title: `${start} ${end}`,
  place: '',
  start: at(start),
  end: at(end),
})
const dates = (days: number[]) => days.map((day) => new Date(day).toISOString().slice(5, 10))

test('instants are shown in local time across a clock change, and dates and local times unchanged', () => {
  const wall = toWallEvents(
    [
      event('2026-10-24T22:30', '2026-10-24T23:30'),
      event('2026-10-25T12:00', '2026-10-25T13:00'),
      event('2026-10-25T00:00', '2026-10-26T00:00', 'day'),
      event('2026-10-25T09:00', '2026-10-25T10:00', 'local'),
    ],
    'Europe/Madrid',
  )
  expect(wall.map(({ from }) => new Date(from).toISOString().slice(0, 16))).toEqual([
    '2026-10-25T00:30',
    '2026-10-25T13:00',
    '2026-10-25T00:00',
    '2026-10-25T09:00',
  ])
})

test('an event of several days is listed on each day, and the end date of a whole-day event is exclusive', () => {
  const [trip, stay] = toWallEvents(
    [event('2026-11-27T00:00', '2026-11-29T00:00', 'day'), event('2026-11-27T18:00', '2026-11-29T10:00', 'local')],
    'UTC',
  )
  const partsOf = (wallEvent: typeof trip) =>
    ['27', '28', '29', '30'].map(
      (day) => entriesOn(wallEvent ? [wallEvent] : [], at(`2026-11-${day}T00:00`))[0]?.part ?? null,
    )
  expect(partsOf(trip)).toEqual(['day', 'day', null, null])
  expect(partsOf(stay)).toEqual(['start', 'day', 'end', null])
})

test('an event without duration is listed on its day, also at midnight', () => {
  const events = toWallEvents([event('2026-11-27T00:00', '2026-11-27T00:00')], 'UTC')
  expect(entriesOn(events, at('2026-11-27T00:00'))).toHaveLength(1)
  expect(entriesOn(events, at('2026-11-26T00:00'))).toEqual([])
})

test('the agenda begins now, skips empty days, and ends after the given number of days', () => {
  const now = at('2026-11-25T12:00')
  const events = toWallEvents(
    [
      event('2026-11-25T08:00', '2026-11-25T09:00'),
      event('2026-11-25T11:30', '2026-11-25T12:30'),
      event('2026-11-25T00:00', '2026-11-26T00:00', 'day'),
      event('2026-11-28T10:00', '2026-11-28T11:00'),
      event('2026-12-20T10:00', '2026-12-20T11:00'),
    ],
    'UTC',
  )
  const agenda = agendaOf(events, now, 7)
  expect(dates(agenda.map(({ day }) => day))).toEqual(['11-25', '11-28'])
  expect(agenda[0]?.entries.map(({ part }) => part)).toEqual(['day', 'start'])
})

test.each([
  [1, '10-26', '12-06'],
  [7, '11-01', '12-05'],
  [6, '10-31', '12-04'],
])('a month whose weeks begin on weekday %i shows whole weeks', (firstDay, first, last) => {
  const weeks = weeksOf(at('2026-11-25T00:00'), firstDay)
  expect(dates([weeks[0]?.[0] ?? 0, weeks.at(-1)?.at(-1) ?? 0])).toEqual([first, last])
  expect(weeks.flat().every((day, index, all) => index === 0 || day - (all[index - 1] ?? 0) === DAY_MS)).toBe(true)
})

test('an event that ends at midnight fills its last day', () => {
  const [stay] = toWallEvents([event('2026-11-27T18:00', '2026-11-29T00:00', 'local')], 'UTC')
  const partOn = (day: string) => entriesOn(stay ? [stay] : [], at(`2026-11-${day}T00:00`))[0]?.part ?? null
  expect(['27', '28', '29'].map(partOn)).toEqual(['start', 'day', null])
})

test('the entries of a day begin with whole days, then those that end on it, then the others by time', () => {
  const events = toWallEvents(
    [
      event('2026-11-27T20:00', '2026-11-27T21:00'),
      event('2026-11-27T08:00', '2026-11-27T09:00'),
      event('2026-11-26T20:00', '2026-11-27T01:00'),
      event('2026-11-27T00:00', '2026-11-28T00:00', 'day'),
    ],
    'UTC',
  )
  const entries = entriesOn(events, at('2026-11-27T00:00'))
  expect(entries.map(({ part, event: { from } }) => [part, dates([from])[0]])).toEqual([
    ['day', '11-27'],
    ['end', '11-26'],
    ['start', '11-27'],
    ['start', '11-27'],
  ])
  expect(entries[2]?.event.from).toBe(at('2026-11-27T08:00'))
})

test('the agenda includes the last of the days ahead', () => {
  const events = toWallEvents(
    [event('2026-12-02T23:00', '2026-12-02T23:30'), event('2026-12-03T00:00', '2026-12-03T01:00')],
    'UTC',
  )
  const agenda = agendaOf(events, at('2026-11-25T12:00'), 7)
  expect(dates(agenda.map(({ day }) => day))).toEqual(['12-02'])
})
