import { displaySettings, type OwnDisplay } from '@atalaya/contract/displays'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageOnScreen } from '#web/app/display-screen/health.ts'
import { serverClock } from '#web/app/display-screen/server-clock.ts'
import { Wall } from '#web/app/display-screen/wall.tsx'
import { aPage } from '#web/testing/boards.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'

const MINUTE = 60_000
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const pages = ['hall', 'attic', 'barn'].map((id) => aPage({ _id: id, name: id, modules: [] }))
const always = { pageId: 'hall', seconds: 3600, hours: null }
const display: OwnDisplay = {
  _id: 'd1',
  name: 'Hall',
  zone: 'Europe/Madrid',
  entries: [always],
  event: null,
  owner: 'ada',
  alertPageId: null,
  settings: displaySettings.parse({ transitions: false }),
}

/** Answers all requests of a test after its end: a request without an answer would outlive it. */
let answer: () => void
beforeEach(() => {
  startSession()
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = resolve
  vi.stubGlobal('fetch', () => promise.then(() => new Response('{}')))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  // Madrid is an hour ahead of UTC in winter.
  serverClock.set('2026-11-24T20:55:00.000Z', performance.now())
})
afterEach(() => {
  cleanup()
  setPageOnScreen(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  answer()
  window.history.replaceState(null, '', '/')
  serverClock.set(new Date().toISOString(), performance.now())
})

const visiblePageId = () => document.querySelector('[data-page]:not([inert])')?.getAttribute('data-page')
const opacity = () => document.querySelector<HTMLElement>('.pointer-events-none.bg-black')?.style.opacity ?? '0'
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const show = (more: Partial<OwnDisplay>) =>
  renderElement(<Wall display={{ ...display, ...more }} pages={pages} asOf={null} />)

test.each<[string, Partial<OwnDisplay>, string, string]>([
  ['an event ends', { event: { pageId: 'barn', until: '2026-11-24T21:00:00.000Z' } }, 'barn', 'hall'],
  [
    'the hours of a page begin',
    { entries: [always, { pageId: 'attic', seconds: 3600, hours: { from: '22:00', to: '23:00', days: EVERY_DAY } }] },
    'hall',
    'attic',
  ],
])(
  'another page is on screen within seconds when %s, without a message from the server',
  async (_what, more, first, then) => {
    show(more)
    await advance(5 * MINUTE - 10_000)
    expect(visiblePageId()).toBe(first)
    await advance(16_000)
    expect(visiblePageId()).toBe(then)
  },
)

const night = { from: '22:00', to: '06:30', brightness: 10 }
test.each<[string, Partial<OwnDisplay>, string, string]>([
  ['gets dark when its night begins', { settings: displaySettings.parse({ night }) }, '0', '0.9'],
  ['stays lit at night with an alert', { alertPageId: 'attic', settings: displaySettings.parse({ night }) }, '0', '0'],
  [
    'is dimmed while nobody uses it',
    { settings: displaySettings.parse({ idle: { minutes: 5, shows: 'dimmed' } }) },
    '0',
    '0.8',
  ],
])('a display %s', async (_what, more, before, after) => {
  show(more)
  await advance(5 * MINUTE - 10_000)
  expect(opacity()).toBe(before)
  await advance(20_000)
  expect(opacity()).toBe(after)
})
