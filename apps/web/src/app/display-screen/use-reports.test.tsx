import { displayScreen } from '@atalaya/contract/display-screen'
import { type DisplayReport, displaySettings, type OwnDisplay, REPORT_MS } from '@atalaya/contract/displays'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screenId, setPageOnScreen } from '#web/app/display-screen/health.ts'
import { changeOwnDisplay, ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { type Obstacle, useReports } from '#web/app/display-screen/use-reports.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { answerCall } from '#web/testing/server.ts'

const at = '2026-11-24T12:00:00.000Z'
const hall: OwnDisplay = {
  _id: 'd1',
  name: 'Hall',
  zone: 'Europe/Madrid',
  entries: [],
  event: null,
  owner: 'ada',
  alertPageId: null,
  settings: displaySettings.parse({}),
}

let running: AbortController
let reports: { screen: string; report: DisplayReport }[]
/** Answer of the server to the next reports. */
let answer: () => OwnDisplay | Promise<OwnDisplay>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  running = new AbortController()
  reports = []
  answer = () => hall
  answerCall(displayScreen.report, async ({ body }) => {
    reports.push(body)
    return { display: await answer(), at }
  })
})
afterEach(() => {
  running.abort()
  cleanup()
  setPageOnScreen(null)
  vi.useRealTimers()
})

const elsewhere = () => Promise.reject(new ApiError(409, 'Another screen shows this', { code: 'displays.elsewhere' }))
const paused = () => Promise.reject(new ApiError(403, 'This display is paused', { code: 'displays.paused' }))

/** Waits without timers, which are fake here: `expect.poll` would advance them. */
async function until(isSo: () => boolean) {
  const { signal } = running
  while (!isSo()) {
    signal.throwIfAborted()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
}
const waitForReports = (count: number) => until(() => reports.length === count)
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function startReports() {
  const client = new QueryClient()
  const hook = renderHook(useReports, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const waitForObstacle = (obstacle: Obstacle | null) => until(() => hook.result.current === obstacle)
  const waitForName = (name: string) => until(() => client.getQueryData(ownDisplayQuery.queryKey)?.name === name)
  return { ...hook, client, waitForObstacle, waitForName }
}

test('a display reports its state at the start and every 30 seconds, and applies the answered settings', async () => {
  const { waitForName } = startReports()
  await waitForReports(1)
  expect(reports[0]).toMatchObject({ screen: screenId(), report: { pageId: null, width: window.innerWidth } })
  await waitForName('Hall')
  answer = () => ({ ...hall, name: 'Kitchen' })
  await advance(REPORT_MS - 1)
  expect(reports).toHaveLength(1)
  await advance(1)
  await waitForReports(2)
  await waitForName('Kitchen')
})

test('a page change is reported at once; changes during a pending report are reported together', async () => {
  const { waitForName } = startReports()
  await waitForName('Hall')
  const held = Promise.withResolvers<OwnDisplay>()
  answer = () => held.promise
  setPageOnScreen('p1')
  await waitForReports(2)
  for (const pageId of ['p2', 'p3', 'p3']) setPageOnScreen(pageId)
  answer = () => ({ ...hall, name: 'Kitchen' })
  held.resolve(hall)
  await waitForName('Kitchen')
  expect(reports.map(({ report }) => report.pageId)).toEqual([null, 'p1', 'p3'])
})

test('an answer older than a live change does not undo it, and the request is repeated', async () => {
  const { client, waitForName } = startReports()
  await waitForName('Hall')
  const late = Promise.withResolvers<OwnDisplay>()
  answer = () => late.promise
  await advance(REPORT_MS)
  await waitForReports(2)
  changeOwnDisplay(client, (display) => ({ ...display, name: 'Garden' }))
  answer = () => ({ ...hall, name: 'Garden', zone: 'UTC' })
  late.resolve(hall)
  await until(() => client.getQueryData(ownDisplayQuery.queryKey)?.name !== 'Garden' || reports.length === 3)
  expect(client.getQueryData(ownDisplayQuery.queryKey)?.name).toBe('Garden')
  await until(() => client.getQueryData(ownDisplayQuery.queryKey)?.zone === 'UTC')
})

test('a resize is reported once, when the size has been stable for half a second', async () => {
  const { waitForName } = startReports()
  await waitForName('Hall')
  answer = () => ({ ...hall, name: 'Kitchen' })
  for (let n = 0; n < 3; n += 1) {
    window.dispatchEvent(new Event('resize'))
    await advance(499)
  }
  expect(reports).toHaveLength(1)
  await advance(1)
  await waitForName('Kitchen')
  expect(reports).toHaveLength(2)
})

test('a display reports at once when the server is back', async () => {
  const { waitForName } = startReports()
  await waitForName('Hall')
  answer = () => ({ ...hall, name: 'Kitchen' })
  recordAnswer(false)
  recordAnswer(true)
  await waitForName('Kitchen')
  expect(reports).toHaveLength(2)
})

test('a second screen of the same display retries every ten seconds until the first one is gone', async () => {
  answer = elsewhere
  const { waitForObstacle, waitForName } = startReports()
  await waitForObstacle('elsewhere')
  await waitForReports(2)
  answer = () => hall
  await advance(9_999)
  expect(reports).toHaveLength(2)
  await advance(1)
  await waitForName('Hall')
  await waitForObstacle(null)
})

test('a display of a blocked account retries once a minute, and goes on once the account has access', async () => {
  answer = paused
  const { waitForObstacle, waitForName } = startReports()
  await waitForObstacle('paused')
  await waitForReports(2)
  answer = () => hall
  await advance(59_999)
  expect(reports).toHaveLength(2)
  await advance(1)
  await waitForName('Hall')
  await waitForObstacle(null)
})

test('two windows of a browser are two screens, and a reload is the same one', () => {
  const first = screenId()
  expect(screenId()).toBe(first)
  // Each window has a storage of its own for its session.
  sessionStorage.clear()
  expect(screenId()).not.toBe(first)
})

test('another failure of a report does not change the screen', async () => {
  const { waitForName, result } = startReports()
  await waitForName('Hall')
  answer = () => Promise.reject(new ApiError(500, 'No'))
  await advance(REPORT_MS)
  await waitForReports(2)
  answer = () => ({ ...hall, name: 'Kitchen' })
  await advance(REPORT_MS)
  await waitForName('Kitchen')
  expect(result.current).toBeNull()
})

test('a closed display sends no more reports', async () => {
  const { waitForName, unmount } = startReports()
  await waitForName('Hall')
  unmount()
  setPageOnScreen('p1')
  window.dispatchEvent(new Event('resize'))
  recordAnswer(false)
  recordAnswer(true)
  await advance(REPORT_MS * 2)
  expect(reports).toHaveLength(1)
})

test('an answer that comes after the end of a display changes nothing for the next one', async () => {
  const late = Promise.withResolvers<OwnDisplay>()
  answer = () => late.promise
  const { client, unmount } = startReports()
  await waitForReports(1)
  unmount()
  late.resolve(hall)
  const next = startReports()
  await next.waitForName('Hall')
  expect(client.getQueryData(ownDisplayQuery.queryKey)).toBeUndefined()
})
