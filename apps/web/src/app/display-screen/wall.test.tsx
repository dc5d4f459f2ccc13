import { displayScreen } from '@atalaya/contract/display-screen'
import { displaySettings, type OwnDisplay } from '@atalaya/contract/displays'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { SourceState } from '@atalaya/contract/source-state'
import { useQuery } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readHealth } from '#web/app/display-screen/health.ts'
import { ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { serverClock } from '#web/app/display-screen/server-clock.ts'
import { Wall } from '#web/app/display-screen/wall.tsx'
import { readShownPage } from '#web/features/boards/wall/shown-page.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const at = '2026-11-24T12:00:00.000Z'
const weather = (id: string) => {
  const widget = aModule(id, [0, 0, 2, 2])
  return { ...widget, meta: { ...widget.meta, id: 'weather', name: `Weather of ${id}` } }
}
const pages = ['hall', 'attic', 'barn'].map((id) => aPage({ _id: id, name: id, modules: [weather(id)] }))
const entries = pages.map(({ _id }) => ({ pageId: _id, seconds: 30, hours: null }))
const hall: OwnDisplay = {
  _id: 'd1',
  name: 'Hall',
  zone: 'UTC',
  entries,
  event: null,
  owner: 'ada',
  alertPageId: null,
  settings: displaySettings.parse({ transitions: false }),
}

/** Widgets that asked the server for their data. */
let requests: string[]
beforeEach(() => {
  startSession()
  requests = []
  server.use(http.get('*/client', () => HttpResponse.html('')))
  answerCall(displayScreen.report, () => ({ display: hall, at }))
  answerCall(moduleSources.read, ({ params }): { state: SourceState } => {
    requests.push(params.widgetId)
    return { state: { source: params.widgetId, data: null, asOf: null, staleAfterMs: 60_000, error: 'No weather' } }
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

const show = (change: Partial<OwnDisplay> = {}) =>
  renderElement(<Wall display={{ ...hall, ...change }} pages={pages} asOf={null} />)
/** The wall of the cached display. */
function CachedWall() {
  const { data } = useQuery({ ...ownDisplayQuery, enabled: false })
  return data ? <Wall display={data} pages={pages} asOf={null} /> : null
}
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
/** Ids of the pages in the document, and of those among them that can be seen and touched. */
const mountedIds = () => [...document.querySelectorAll('[data-page]')].map((page) => page.getAttribute('data-page'))
const visibleIds = () =>
  [...document.querySelectorAll('[data-page]:not([inert])')].map((page) => page.getAttribute('data-page'))

test('each page gets its turn and is reported, with the next one mounted behind it', async () => {
  show()
  expect([mountedIds(), visibleIds(), readHealth().pageId]).toEqual([['hall', 'attic'], ['hall'], 'hall'])
  await advance(31)
  expect([mountedIds(), visibleIds(), readHealth().pageId]).toEqual([['attic', 'barn'], ['attic'], 'attic'])
  expect(screen.getByText('attic: page 2 of 3')).toBeInTheDocument()
  await advance(62)
  expect([mountedIds(), visibleIds(), readHealth().pageId]).toEqual([['hall', 'attic'], ['hall'], 'hall'])
})

test('widgets of a hidden page send no request before its turn', async () => {
  show()
  const first = screen.getByRole('article', { name: 'Weather of hall' })
  expect(await within(first).findByText('No weather')).toBeVisible()
  expect(requests).not.toContain('attic')
  await advance(31)
  const second = screen.getByRole('article', { name: 'Weather of attic' })
  expect(await within(second).findByText('No weather')).toBeVisible()
  expect(requests).toContain('attic')
})

test('a reload continues with the page that was on screen', async () => {
  const { unmount } = show()
  await advance(31)
  expect(readShownPage()).toBe('attic')
  unmount()
  show()
  expect(visibleIds()).toEqual(['attic'])
})

test('a page of an event is on screen as long as it lasts', async () => {
  show({ event: { pageId: 'barn', until: '2100-01-01T00:00:00.000Z' } })
  expect(visibleIds()).toEqual(['barn'])
  await advance(120)
  expect([visibleIds(), readHealth().pageId]).toEqual([['barn'], 'barn'])
})

test('an event takes the screen at once', async () => {
  const { client } = renderElement(<CachedWall />)
  act(() => void client.setQueryData(ownDisplayQuery.queryKey, hall))
  // With interval 0 the poll does not advance the stopped clock.
  await expect.poll(visibleIds, { interval: 0 }).toEqual(['hall'])
  const event = { pageId: 'barn', until: '2100-01-01T00:00:00.000Z' }
  act(() => void client.setQueryData(ownDisplayQuery.queryKey, { ...hall, event }))
  await expect.poll(visibleIds, { interval: 0 }).toEqual(['barn'])
  await expect.poll(readShownPage, { interval: 0 }).toBe('barn')
})

test("an event is over by the server's clock, not by the display's", () => {
  onTestFinished(() => serverClock.set(new Date().toISOString(), performance.now()))
  serverClock.set('2100-01-01T00:00:01.000Z', performance.now())
  show({ event: { pageId: 'barn', until: '2100-01-01T00:00:00.000Z' } })
  expect(visibleIds()).toEqual(['hall'])
})

test('an empty wall reports no page as on screen', async () => {
  show({ entries: [] })
  expect(screen.getByText(/^Nothing to show: choose pages at/)).toBeVisible()
  expect([mountedIds(), readHealth().pageId]).toEqual([[], null])
})
