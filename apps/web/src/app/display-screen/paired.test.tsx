import { dashboard } from '@atalaya/contract/dashboard'
import { displayScreen } from '@atalaya/contract/display-screen'
import { displaySettings, type OwnDisplay } from '@atalaya/contract/displays'
import { act, cleanup, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startDisplayLive } from '#web/app/display-screen/display-live.ts'
import { DisplayRoot } from '#web/app/display-screen/display-root.tsx'
import { reportNow, setPageOnScreen } from '#web/app/display-screen/health.ts'
import { ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { Paired } from '#web/app/display-screen/paired.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { clearSession, hasSignedOut, readSession } from '#web/lib/session/session.ts'
import { aPage } from '#web/testing/boards.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const at = '2026-11-24T12:00:00.000Z'
const entry = { pageId: 'home', seconds: 30, hours: null }
const hall: OwnDisplay = {
  _id: 'd1',
  name: 'Hall',
  zone: 'UTC',
  entries: [entry],
  event: null,
  owner: 'ada',
  alertPageId: null,
  settings: displaySettings.parse({ transitions: false }),
}

/** The display, as the server knows it. */
let known: OwnDisplay
/** Number of times that the pages were read. */
let reads: number
beforeEach(() => {
  startSession()
  known = hall
  reads = 0
  server.use(http.get('*/client', () => HttpResponse.html('')))
  answerCall(displayScreen.self, () => ({ display: known, at }))
  answerCall(displayScreen.report, () => ({ display: known, at }))
  answerCall(dashboard.list, () => {
    reads += 1
    return { pages: [aPage()] }
  })
})
afterEach(() => {
  cleanup()
  setPageOnScreen(null)
  window.history.replaceState(null, '', '/')
})

test.each<[string, Partial<OwnDisplay>]>([
  ['its playlist has another page', { entries: [entry, { ...entry, pageId: 'new' }] }],
  ['an event shows another page', { event: { pageId: 'new', until: '2100-01-01T00:00:00.000Z' } }],
  ['an alert shows another page', { alertPageId: 'new' }],
])('a display reads its pages again when %s', async (_what, change) => {
  const { client } = renderElement(<Paired />)
  await screen.findByText('Home: page 1 of 1')
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(reads).toBe(1)
  known = { ...hall, ...change }
  act(() => void client.setQueryData(ownDisplayQuery.queryKey, known))
  await expect.poll(() => reads).toBe(2)
})

test('a screen of a display that another screen shows can become another display', async () => {
  answerCall(displayScreen.report, () => {
    throw new ApiError(409, 'Another screen shows this', { code: 'displays.elsewhere' })
  })
  const deleted: string[] = []
  vi.stubGlobal('caches', { open: async () => ({ delete: async (place: string) => deleted.push(place) }) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user, client } = renderElement(<Paired />)
  await expect.poll(() => client.getQueryData(ownDisplayQuery.queryKey)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Pair as another display' }))
  expect([readSession(), hasSignedOut()]).toEqual([null, true])
  expect(client.getQueryData(ownDisplayQuery.queryKey)).toBeUndefined()
  await expect.poll(() => deleted).toEqual(['/own-display-memory'])
})

test('a display of a blocked account says that it is paused, forgets its data, and comes back with its credential', async () => {
  const { client } = renderElement(<DisplayRoot wasPaired />)
  await screen.findByText('Home: page 1 of 1')
  const { accessToken } = readSession() ?? {}
  answerCall(displayScreen.report, () => {
    throw new ApiError(403, 'This display is paused', { code: 'displays.paused' })
  })
  act(reportNow)
  expect(await screen.findByRole('heading', { name: 'This display is paused' })).toBeVisible()
  expect(client.getQueryData(ownDisplayQuery.queryKey)).toBeUndefined()
  expect(readSession()?.accessToken).toBe(accessToken)
  answerCall(displayScreen.report, () => ({ display: known, at }))
  act(reportNow)
  await screen.findByText('Home: page 1 of 1')
  expect(reads).toBe(2)
})

test('a display whose stream is refused reports at once, so that it knows why', async () => {
  renderElement(<DisplayRoot wasPaired />)
  await screen.findByText('Home: page 1 of 1')
  answerCall(displayScreen.report, () => {
    throw new ApiError(403, 'This display is paused', { code: 'displays.paused' })
  })
  server.use(http.get('*/api/v1/events', () => new HttpResponse('', { status: 403 })))
  const stop = startDisplayLive(createQueryClient(), () => undefined)
  onTestFinished(stop)
  expect(await screen.findByRole('heading', { name: 'This display is paused' })).toBeVisible()
})

test('a display that is removed keeps none of its data for the next one', async () => {
  const { client } = renderElement(<DisplayRoot wasPaired />)
  await screen.findByText('Home: page 1 of 1')
  act(() => clearSession())
  await screen.findByText('This display was removed')
  expect(client.getQueryData(ownDisplayQuery.queryKey)).toBeUndefined()
})
