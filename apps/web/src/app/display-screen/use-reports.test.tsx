import { displayScreen } from '@atalaya/contract/display-screen'
import { type DisplayReport, displaySettings, type OwnDisplay, REPORT_MS } from '@atalaya/contract/displays'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteOnScreen, screenId } from '#web/app/display-screen/health.ts'
import { ownQuery } from '#web/app/display-screen/own-display.ts'
import { useReports } from '#web/app/display-screen/use-reports.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { noteAnswer } from '#web/lib/live/reachable.ts'
import { on } from '#web/testing/server.ts'

const at = '2026-11-24T12:00:00.000Z'
const hall: OwnDisplay = {
  ...{ _id: 'd1', name: 'Hall', zone: 'Europe/Madrid', entries: [], event: null, owner: 'ada', alertPageId: null },
  settings: displaySettings.parse({}),
}

let running: AbortController
let said: { screen: string; report: DisplayReport }[]
/** Answer of the server to the next reports. */
let answer: () => OwnDisplay | Promise<OwnDisplay>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  running = new AbortController()
  said = []
  answer = () => hall
  on(displayScreen.report, async ({ body }) => {
    said.push(body)
    return { display: await answer(), at }
  })
})
afterEach(() => {
  running.abort()
  cleanup()
  noteOnScreen(null)
  vi.useRealTimers()
})

const elsewhere = () => Promise.reject(new ApiError(409, 'Another screen shows this', { code: 'displays.elsewhere' }))

/** Waits without the clock, which is the test's own: `expect.poll` would move it. */
async function until(isSo: () => boolean) {
  const { signal } = running
  while (!isSo()) {
    signal.throwIfAborted()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
}
const sent = (count: number) => until(() => said.length === count)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function begun() {
  const client = new QueryClient()
  const hook = renderHook(useReports, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const settled = (isElsewhere: boolean) => until(() => hook.result.current === isElsewhere)
  const heard = (name: string) => until(() => client.getQueryData(ownQuery.queryKey)?.name === name)
  return { ...hook, settled, heard }
}

test('a display says how it is when it begins and every 30 seconds, and takes over what it hears', async () => {
  const { heard } = begun()
  await sent(1)
  expect(said[0]).toMatchObject({ screen: screenId(), report: { pageId: null, width: window.innerWidth } })
  await heard('Hall')
  answer = () => ({ ...hall, name: 'Kitchen' })
  await pass(REPORT_MS - 1)
  expect(said).toHaveLength(1)
  await pass(1)
  await sent(2)
  await heard('Kitchen')
})

test('another page on screen is told at once; pages that change while a report is on its way are told in one', async () => {
  const { heard } = begun()
  await heard('Hall')
  const held = Promise.withResolvers<OwnDisplay>()
  answer = () => held.promise
  noteOnScreen('p1')
  await sent(2)
  for (const pageId of ['p2', 'p3', 'p3']) noteOnScreen(pageId)
  answer = () => ({ ...hall, name: 'Kitchen' })
  held.resolve(hall)
  await heard('Kitchen')
  expect(said.map(({ report }) => report.pageId)).toEqual([null, 'p1', 'p3'])
})

test('a window that is being resized is told once, when it rests', async () => {
  const { heard } = begun()
  await heard('Hall')
  answer = () => ({ ...hall, name: 'Kitchen' })
  for (let n = 0; n < 3; n += 1) {
    window.dispatchEvent(new Event('resize'))
    await pass(499)
  }
  expect(said).toHaveLength(1)
  await pass(1)
  await heard('Kitchen')
  expect(said).toHaveLength(2)
})

test('a server that comes back hears of the display at once', async () => {
  const { heard } = begun()
  await heard('Hall')
  answer = () => ({ ...hall, name: 'Kitchen' })
  noteAnswer(false)
  noteAnswer(true)
  await heard('Kitchen')
  expect(said).toHaveLength(2)
})

test('a second screen of one display asks every ten seconds until the first one is gone', async () => {
  answer = elsewhere
  const { settled, heard } = begun()
  await settled(true)
  await sent(2)
  answer = () => hall
  await pass(9_999)
  expect(said).toHaveLength(2)
  await pass(1)
  await heard('Hall')
  await settled(false)
})

test('a report that fails otherwise leaves the screen as it is', async () => {
  const { heard, result } = begun()
  await heard('Hall')
  answer = () => Promise.reject(new ApiError(500, 'No'))
  await pass(REPORT_MS)
  await sent(2)
  answer = () => ({ ...hall, name: 'Kitchen' })
  await pass(REPORT_MS)
  await heard('Kitchen')
  expect(result.current).toBe(false)
})

test('nothing is told any more once the display is closed', async () => {
  const { heard, unmount } = begun()
  await heard('Hall')
  unmount()
  noteOnScreen('p1')
  window.dispatchEvent(new Event('resize'))
  noteAnswer(false)
  noteAnswer(true)
  await pass(REPORT_MS * 2)
  expect(said).toHaveLength(1)
})
