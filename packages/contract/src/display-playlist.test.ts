import { describe, expect, test } from 'vitest'
import { displayEntries, type EntryHours, entryHours } from './display-entries.ts'
import { type Playlist, showingAt } from './display-playlist.ts'

const [HALL, DEN, ALARM, GUESTS, GONE] = ['hall', 'den', 'alarm', 'guests', 'gone'].map(
  (name) => `00000000-0000-4000-8000-${name.padEnd(12, '0').replace(/[^0-9a-f]/g, '0')}`,
) as [string, string, string, string, string]
const [MON, SUN] = [1, 7]
const DAILY = [1, 2, 3, 4, 5, 6, 7]

const hoursOf = (from: string, to: string, days: number[] = DAILY): EntryHours => ({ from, to, days })
const entry = (pageId: string | null, hours: EntryHours | null = null, seconds = 30) => ({ pageId, seconds, hours })
const turn = (pageId: string | null, seconds = 30) => ({ pageId, seconds })

// A Wednesday, 12:00 in Vienna.
const NOON = Date.parse('2026-01-14T11:00:00Z')
const MORNING = Date.parse('2026-01-14T07:00:00Z')
const playlist = (overrides: Partial<Playlist> = {}): Playlist => ({
  entries: [entry(HALL), entry(DEN)],
  pageIds: new Set([HALL, DEN, ALARM, GUESTS]),
  zone: 'Europe/Vienna',
  event: null,
  alertPageId: null,
  ...overrides,
})

describe('the playlist shows an alert, else an event, else entries in their hours, else entries without hours', () => {
  const timely = [entry(HALL), entry(DEN, hoursOf('11:00', '13:00')), entry(null, hoursOf('12:00', '12:01'), 10)]
  const event = { pageId: GUESTS, until: NOON + 1 }
  const alone = (pageId: string) => [turn(pageId, 86_400)]
  test.each<[string, Partial<Playlist>, number, ReturnType<typeof showingAt>]>([
    ['entries without hours, in turns', {}, NOON, { because: 'default', turns: [turn(HALL), turn(DEN)] }],
    [
      'only entries in their hours, black among them',
      { entries: timely },
      NOON,
      { because: 'hours', turns: [turn(DEN), turn(null, 10)] },
    ],
    ['entries without hours at other times', { entries: timely }, MORNING, { because: 'default', turns: [turn(HALL)] }],
    ['an event', { entries: timely, event }, NOON, { because: 'event', turns: alone(GUESTS) }],
    [
      'an event that is over at this instant',
      { event },
      NOON + 1,
      { because: 'default', turns: [turn(HALL), turn(DEN)] },
    ],
    [
      'an event with a page that is gone',
      { event: { ...event, pageId: GONE } },
      NOON,
      { because: 'default', turns: [turn(HALL), turn(DEN)] },
    ],
    ['an alert', { entries: timely, event, alertPageId: ALARM }, NOON, { because: 'alert', turns: alone(ALARM) }],
    [
      'an alert with a page that is gone',
      { event, alertPageId: GONE },
      NOON,
      { because: 'event', turns: alone(GUESTS) },
    ],
    [
      'pages that are gone are passed over',
      { entries: [entry(GONE), entry(DEN)] },
      NOON,
      { because: 'default', turns: [turn(DEN)] },
    ],
    [
      'a page that is gone holds no hours',
      { entries: [entry(HALL), entry(GONE, hoursOf('11:00', '13:00'))] },
      NOON,
      { because: 'default', turns: [turn(HALL)] },
    ],
    ['only pages that are gone', { entries: [entry(GONE)] }, NOON, { because: 'default', turns: [] }],
    ['an empty playlist', { entries: [] }, NOON, { because: 'default', turns: [] }],
    [
      'only entries with hours, outside of their hours',
      { entries: [entry(DEN, hoursOf('11:00', '13:00'))] },
      MORNING,
      { because: 'default', turns: [] },
    ],
    ['a black entry alone', { entries: [entry(null)] }, NOON, { because: 'default', turns: [turn(null)] }],
  ])('%s', (_what, overrides, at, shown) => {
    expect(showingAt(playlist(overrides), at)).toEqual(shown)
  })
})

describe('an entry of a playlist', () => {
  test('has days in order, each once, and thirty seconds by default', () => {
    const hours = { from: '08:00', to: '12:00', days: [SUN, MON, SUN] }
    expect(displayEntries.parse([{ pageId: HALL, hours }])).toEqual([
      { pageId: HALL, seconds: 30, hours: { ...hours, days: [MON, SUN] } },
    ])
  })
  test.each([
    [{ from: '24:00', to: '12:00', days: [MON] }],
    [{ from: '8:00', to: '12:00', days: [MON] }],
    [{ from: '08:60', to: '12:00', days: [MON] }],
    [{ from: '08:00', to: '12:00', days: [] }],
    [{ from: '08:00', to: '12:00', days: [0] }],
    [{ from: '08:00', to: '12:00', days: [8] }],
  ])('is refused with the hours %o', (hours) => {
    expect(entryHours.safeParse(hours).success).toBe(false)
  })
})
