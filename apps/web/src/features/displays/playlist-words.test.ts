import type { DisplayEntry } from '@atalaya/contract/display-entries'
import { expect, test } from 'vitest'
import {
  daysText,
  hoursText,
  orderResultText,
  showingOf,
  showingText,
  shownName,
} from '#web/features/displays/playlist-words.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'

const pages = [
  { _id: 'home', name: 'Home' },
  { _id: 'club', name: 'Club' },
]
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const withoutHours = (pageId: string | null, seconds = 30): DisplayEntry => ({ pageId, seconds, hours: null })
const atNight: DisplayEntry = { pageId: null, seconds: 30, hours: { from: '22:00', to: '06:00', days: EVERY_DAY } }

test.each([
  [EVERY_DAY, 'every day'],
  [[1, 2, 3, 4, 5], 'Monday to Friday'],
  [[6, 7], 'at the weekend'],
  [[1], 'on Monday'],
  [[1, 3, 7], 'on Monday, Wednesday, and Sunday'],
])('the days %j are shown as "%s"', (days, words) => {
  expect(daysText(days)).toBe(words)
})

test.each([
  ['07:00', '09:30', 'From 07:00 to 09:30, every day'],
  ['22:00', '06:00', 'From 22:00 to 06:00 the next day, every day'],
  ['08:00', '08:00', 'From 08:00 to 08:00 the next day, every day'],
])('the hours %s to %s are shown as "%s"', (from, to, words) => {
  expect(hoursText({ from, to, days: EVERY_DAY })).toBe(words)
})

test('an entry is named after its page, or as off, or as deleted', () => {
  expect([null, 'home', 'gone'].map((pageId) => shownName(pages, pageId))).toEqual(['Off', 'Home', 'deleted page'])
})

const noon = Date.parse('2026-11-20T12:00:00Z')
const midnight = Date.parse('2026-11-20T23:30:00Z')
const until = '2026-11-20T12:10:00Z'
const nowText = (display: Parameters<typeof aDisplay>[0], at: number) => {
  const showing = showingOf(aDisplay(display), pages, at)
  return showing && showingText(showing, pages)
}

test.each<[string, Parameters<typeof aDisplay>[0], number, string | null]>([
  ['one page', { entries: [withoutHours('home')] }, noon, 'Home now.'],
  [
    'several',
    { entries: [withoutHours('home', 20), withoutHours('club', 70)] },
    noon,
    'Home and Club now in turns; a round takes 1 min 30 s.',
  ],
  ['an entry outside of its hours', { entries: [withoutHours('home'), atNight] }, noon, 'Home now.'],
  ['an entry in its hours', { entries: [withoutHours('home'), atNight] }, midnight, 'Off now, by its hours.'],
  ['a deleted page', { entries: [withoutHours('gone'), withoutHours('club')] }, noon, 'Club now.'],
  ['nothing', { entries: [] }, noon, 'Nothing now: no entry is for this time. The screen shows a clock.'],
  [
    'a page requested by somebody',
    { entries: [withoutHours('home')], event: { pageId: 'club', until } },
    noon,
    'Club now, because somebody asked for it.',
  ],
  [
    'a request that has ended',
    { entries: [withoutHours('home')], event: { pageId: 'club', until } },
    midnight,
    'Home now.',
  ],
  ['an unknown zone', { entries: [withoutHours('home')], zone: 'Mars/Olympus' }, noon, null],
])('a text describes what is shown now: %s', (_what, display, at, words) => {
  expect(nowText(display, at)).toBe(words)
})

test.each([
  [0, 0, 'Sent to no display: none of yours has this tag any more.'],
  [1, 1, 'Sent: the display is online.'],
  [1, 0, 'Sent, but the display is offline.'],
  [3, 3, 'Sent to 3 displays: all are online.'],
  [3, 2, 'Sent to 3 displays: 2 are online.'],
  [3, 1, 'Sent to 3 displays: 1 is online.'],
  [3, 0, 'Sent to 3 displays: none is online.'],
])('an order that reached %i displays, %i online, is reported as "%s"', (told, online, words) => {
  expect(orderResultText({ told, online })).toBe(words)
})
