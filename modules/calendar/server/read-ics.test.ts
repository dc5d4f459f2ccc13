import { describe, expect, test } from 'vitest'
import { readIcs } from './read-ics.ts'
import { readMultistatus } from './read-multistatus.ts'
import { newBudget } from './recurrences.ts'

const DAY_MS = 86_400_000
const at = (text: string) => Date.parse(text)
const window = { from: at('2026-03-20T00:00:00Z'), to: at('2026-04-10T00:00:00Z') }

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Dentist', ...lines, 'END:VEVENT']
const read = (text: string, budget = newBudget()) => readIcs(text, { slot: 1, window, budget })
const startsOf = (text: string) => read(text).map(({ start }) => new Date(start).toISOString().slice(0, 16))

const madrid = [
  ...['BEGIN:VTIMEZONE', 'TZID:Home'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
]

describe('an event', () => {
  test('has a title, a place and a time', () => {
    const text = file(
      ...event(
        'DTSTART:20260325T090000Z',
        'DTEND:20260325T093000Z',
        'LOCATION:Calle Mayor 1\\, 2º',
        'DESCRIPTION:Secret',
      ),
    )
    expect(read(text)).toEqual([
      {
        slot: 1,
        kind: 'instant',
        title: 'Dentist',
        place: 'Calle Mayor 1, 2º',
        start: at('2026-03-25T09:00:00Z'),
        end: at('2026-03-25T09:30:00Z'),
      },
    ])
  })

  test('of whole days has dates that do not depend on a zone', () => {
    const text = file(...event('DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260331'))
    expect(read(text)).toMatchObject([
      { kind: 'day', start: at('2026-03-28T00:00:00Z'), end: at('2026-03-31T00:00:00Z') },
    ])
    const oneDay = read(file(...event('DTSTART;VALUE=DATE:20260328')))
    expect(oneDay[0] && oneDay[0].end - oneDay[0].start).toBe(DAY_MS)
  })

  test("without a zone is in its calendar’s zone, or in the viewer's", () => {
    const lines = event('DTSTART:20260325T090000', 'DURATION:PT1H')
    expect(read(file(...lines))).toMatchObject([{ kind: 'local', start: at('2026-03-25T09:00:00Z') }])
    expect(read(file('X-WR-TIMEZONE:Europe/Madrid', ...lines))).toMatchObject([
      { kind: 'instant', start: at('2026-03-25T08:00:00Z') },
    ])
  })

  test.each([
    ['defined in the file', 'Home', madrid],
    ['of the system', 'Europe/Madrid', []],
    ['of the system, with a word before it', '/example.org/2026/Europe/Madrid', []],
  ])('keeps its hour across daylight saving when it repeats, in a zone that is %s', (_name, zone, lines) => {
    const text = file(...lines, ...event(`DTSTART;TZID=${zone}:20260101T100000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'))
    // The clocks change on 29 March.
    expect(startsOf(text)).toEqual(['2026-03-19T09:00', '2026-03-26T09:00', '2026-04-02T08:00', '2026-04-09T08:00'])
  })

  test("repeats until the end of its rule, in the event's zone", () => {
    const rule = 'RRULE:FREQ=DAILY;UNTIL=20260331T080000Z'
    const text = file(...event('DTSTART;TZID=Europe/Madrid:20260328T100000', 'DURATION:PT1H', rule))
    expect(startsOf(text)).toEqual(['2026-03-28T09:00', '2026-03-29T08:00', '2026-03-30T08:00', '2026-03-31T08:00'])
  })

  test('can have single instances moved, excluded or cancelled', () => {
    const text = file(
      ...event('DTSTART:20260323T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20260324T090000Z'),
      ...event('RECURRENCE-ID:20260325T090000Z', 'DTSTART:20260330T150000Z', 'DURATION:PT1H'),
      ...event('RECURRENCE-ID:20260326T090000Z', 'DTSTART:20260326T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
    )
    expect(startsOf(text).toSorted()).toEqual(['2026-03-23T09:00', '2026-03-27T09:00', '2026-03-30T15:00'])
  })

  test('can have an instance moved that is named in UTC, although the event has a zone', () => {
    const text = file(
      ...madrid,
      ...event('DTSTART;TZID=Home:20260323T100000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...event('RECURRENCE-ID:20260324T090000Z', 'DTSTART:20260330T150000Z', 'DURATION:PT1H'),
    )
    expect(startsOf(text).toSorted()).toEqual(['2026-03-23T09:00', '2026-03-25T09:00', '2026-03-30T15:00'])
  })

  test('is read alone if the file has only one instance of it', () => {
    const text = file(...event('RECURRENCE-ID:20260325T090000Z', 'DTSTART:20260325T100000Z', 'DURATION:PT1H'))
    expect(startsOf(text)).toEqual(['2026-03-25T10:00'])
  })

  test('outside of the window is left out, and an event that overlaps its start is kept', () => {
    const text = file(
      ...event('DTSTART:20250101T090000Z', 'DURATION:PT1H'),
      ...event('DTSTART:20260301T090000Z', 'DURATION:P40D'),
    )
    expect(startsOf(text)).toEqual(['2026-03-01T09:00'])
  })

  test('is left out and reported if it is invalid, and the others stay', () => {
    const budget = newBudget()
    const text = file(
      ...event('DTSTART:20260325T090000Z', 'RRULE:FREQ=SOMETIMES'),
      ...event('DTSTART:20260325T100000Z'),
    )
    expect(read(text, budget).map(({ start }) => start)).toEqual([at('2026-03-25T10:00:00Z')])
    expect(budget.isPartial).toBe(true)
  })
})

test.each([
  ['every second since long ago', 'RRULE:FREQ=SECONDLY'],
  ['a million times', 'RRULE:FREQ=MINUTELY;COUNT=1000000'],
])('an event that repeats %s takes limited work and is reported', (_name, rule) => {
  const budget = newBudget()
  const events = read(file(...event('DTSTART:20000101T000000Z', 'DURATION:PT1S', rule)), budget)
  expect(events).toEqual([])
  expect(budget.isPartial).toBe(true)
  // The event used 20,000 of 200,000 steps.
  expect(budget.steps).toBe(180_000)
})

test('an event with very many instances in the window is read up to a limit', () => {
  const budget = newBudget()
  const often = event('DTSTART:20260320T000000Z', 'RRULE:FREQ=MINUTELY')
  const events = read(file(...often, ...event('DTSTART:20260325T090000Z')), budget)
  // INSTANCES_MAX (150) of the first event, and the second event.
  expect(events).toHaveLength(151)
  expect(events.at(-1)?.start).toBe(at('2026-03-25T09:00:00Z'))
  expect(budget.isPartial).toBe(true)
})

test('two calendars in one file are both read', () => {
  const text = [file(...event('DTSTART:20260325T090000Z')), file(...event('DTSTART:20260326T090000Z'))].join('\r\n')
  expect(startsOf(text)).toEqual(['2026-03-25T09:00', '2026-03-26T09:00'])
})

test('a file that is no calendar throws', () => {
  expect(() => read('<!doctype html>')).toThrow()
})

describe('a multistatus', () => {
  const xml = (data: string) =>
    `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav"><d:response><d:href>/a</d:href><d:propstat><d:prop><cal:calendar-data>${data}</cal:calendar-data></d:prop></d:propstat></d:response></d:multistatus>`
  test('holds ICS objects', () => {
    expect(readMultistatus(xml('A &amp; B&#13;\n'))).toEqual(['A & B\r\n'])
    expect(readMultistatus(xml(''))).toEqual([])
  })
  test.each([
    ['another document', '<html></html>', 'is no multistatus'],
    ['a DTD', `<!DOCTYPE a [<!ENTITY b "c">]>${xml('&b;')}`, 'has a DTD'],
    ['an answer nested too deeply', `<multistatus>${'<a>'.repeat(50_000)}`, 'is nested too deeply'],
  ])('refuses %s', (_name, text, message) => {
    expect(() => readMultistatus(text)).toThrow(message)
  })
})
