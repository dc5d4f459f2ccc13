import { displaySettings, type OwnDisplay } from '@atalaya/contract/displays'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageOnScreen } from '#web/app/display-screen/health.ts'
import { Wall } from '#web/app/display-screen/wall.tsx'
import { aPage } from '#web/testing/boards.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'

const MINUTE = 60_000
const pages = ['hall', 'attic'].map((id) => aPage({ _id: id, name: id, modules: [] }))
const display: OwnDisplay = {
  _id: 'd1',
  name: 'Hall',
  zone: 'UTC',
  entries: pages.map(({ _id }) => ({ pageId: _id, seconds: 3600, hours: null })),
  event: null,
  owner: 'ada',
  alertPageId: null,
  settings: displaySettings.parse({ transitions: false, idle: { minutes: 5, shows: 'clock' } }),
}

/** Answers all requests of a test after its end: a request without an answer would outlive it. */
let answer: () => void
beforeEach(() => {
  startSession()
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = resolve
  vi.stubGlobal('fetch', () => promise.then(() => new Response('{}')))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  cleanup()
  setPageOnScreen(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  answer()
  window.history.replaceState(null, '', '/')
})

const visiblePageId = () => document.querySelector('[data-page]:not([inert])')?.getAttribute('data-page')
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const show = (event: OwnDisplay['event'] = null) =>
  renderElement(<Wall display={{ ...display, event }} pages={pages} asOf={null} />)

test('an unused display shows a clock after the set minutes', async () => {
  show()
  await advance(5 * MINUTE - 1)
  expect(visiblePageId()).toBe('hall')
  await advance(1)
  expect(visiblePageId()).toBeUndefined()
})

test('no clock takes the place of an event', async () => {
  show({ pageId: 'attic', until: '2100-01-01T00:00:00.000Z' })
  await advance(6 * MINUTE)
  expect(visiblePageId()).toBe('attic')
})
