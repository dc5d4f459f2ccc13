import { displayScreen } from '@atalaya/contract/display-screen'
import { displaySettings, type OwnDisplay } from '@atalaya/contract/displays'
import type { LiveEvent } from '@atalaya/contract/events'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  applyOrderAtOnce,
  becomeDisplay,
  ownDisplayMemory,
  ownDisplayQuery,
} from '#web/app/display-screen/own-display.ts'
import { applyToOwnDisplay } from '#web/app/display-screen/own-events.ts'
import { serverClock } from '#web/app/display-screen/server-clock.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { readSession, switchToDisplaySession } from '#web/lib/session/session.ts'
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

beforeAll(switchToDisplaySession)
// `switchToDisplaySession` can't be undone, so the next file loads the program again.
afterAll(() => void vi.resetModules())

test('a display uses its own credential, and a person in the same browser stays signed in', async () => {
  localStorage.setItem('auth_access_token', "ada's")
  becomeDisplay('ad_hall')
  let sent: string | null = null
  answerCall(displayScreen.self, (_input, request) => {
    sent = request.headers.get('authorization')
    return { display: hall, at }
  })
  await new QueryClient().fetchQuery(ownDisplayQuery)
  expect(sent).toBe('Bearer ad_hall')
  expect(ownDisplayMemory.readOwner()).toBe('d1')

  answerCall(displayScreen.self, () => Promise.reject(new ApiError(401, 'Gone')))
  await expect(call(displayScreen.self, {})).rejects.toThrow('Gone')
  expect(readSession()).toBeNull()
  expect(ownDisplayMemory.readOwner()).toBeNull()
  expect(localStorage.getItem('auth_access_token')).toBe("ada's")
})

test('data stored by an earlier display are not used for a new one', () => {
  localStorage.setItem('display_id', 'd1')
  becomeDisplay('ad_other')
  expect(ownDisplayMemory.readOwner()).toBeNull()
})

test("each answer about a display sets its clock to the server's", async () => {
  serverClock.set('2020-01-01T00:00:00.000Z', performance.now())
  answerCall(displayScreen.self, () => ({ display: hall, at }))
  await new QueryClient().fetchQuery(ownDisplayQuery)
  expect(new Date(serverClock.now()).toISOString()).toMatch(/^2026-11-24T12:/)
})

test('orders about settings and pages take effect at once', () => {
  const client = new QueryClient()
  client.setQueryData(ownDisplayQuery.queryKey, hall)
  const cachedDisplay = () => client.getQueryData(ownDisplayQuery.queryKey)
  applyOrderAtOnce(client, { kind: 'theme', theme: 'dark' })
  applyOrderAtOnce(client, { kind: 'brightness', brightness: 40 })
  expect(cachedDisplay()?.settings).toMatchObject({ theme: 'dark', brightness: 40 })
  serverClock.set(at, performance.now())
  applyOrderAtOnce(client, { kind: 'page', pageId: 'p1', minutes: 10 })
  expect(cachedDisplay()?.event).toMatchObject({ pageId: 'p1', until: expect.stringMatching(/^2026-11-24T12:1/) })
  applyOrderAtOnce(client, { kind: 'page', pageId: null, minutes: 10 })
  expect(cachedDisplay()?.event).toBeNull()
})

test('a new playlist is applied from its live event', () => {
  const client = new QueryClient()
  client.setQueryData(ownDisplayQuery.queryKey, hall)
  const { owner: _, alertPageId: __, ...shared } = hall
  const rest = { place: '', tags: [], isOnline: true, report: null, seenAt: null, copySeenAt: null, createdAt: at }
  const entries = [{ pageId: 'p2', seconds: 30, hours: null }]
  applyToOwnDisplay(client, { type: 'display.updated', data: { ...shared, ...rest, entries } })
  expect(client.getQueryData(ownDisplayQuery.queryKey)).toMatchObject({ entries, owner: 'ada' })
})

test('a display requests only facts that no event contains: alerts of its alert page, and colours', async () => {
  const client = new QueryClient()
  const watching = { ...hall, settings: displaySettings.parse({ onAlert: { pageId: 'p9', from: 'warning' } }) }
  let requests = 0
  answerCall(displayScreen.self, () => {
    requests += 1
    return { display: watching, at }
  })
  const stop = new QueryObserver(client, { ...ownDisplayQuery, initialData: hall }).subscribe(() => undefined)
  const { owner: _, alertPageId: __, ...shared } = hall
  const rest = { place: '', tags: [], isOnline: true, report: null, seenAt: null, copySeenAt: null, createdAt: at }
  const waitForFetches = () => expect.poll(() => client.isFetching()).toBe(0)

  applyToOwnDisplay(client, { type: 'display.updated', data: { ...shared, ...rest, name: 'Stairs' } })
  applyToOwnDisplay(client, { type: 'alerts.changed', data: {} })
  await waitForFetches()
  expect(requests).toBe(0)
  applyToOwnDisplay(client, { type: 'display.updated', data: { ...shared, ...rest, settings: watching.settings } })
  await expect.poll(() => requests).toBe(1)
  await waitForFetches()
  applyToOwnDisplay(client, { type: 'alerts.changed', data: {} })
  await expect.poll(() => requests).toBe(2)
  await waitForFetches()
  applyToOwnDisplay(client, { type: 'preferences.updated', data: { colours: 'sea' } })
  await expect.poll(() => requests).toBe(3)
  await waitForFetches()
  const inColours = { ...watching.settings, colours: 'sea' }
  applyToOwnDisplay(client, { type: 'display.updated', data: { ...shared, ...rest, settings: inColours } })
  await expect.poll(() => requests).toBe(4)
  stop()
})

test('each alert reads again a display that has a page for alerts, and no other display', async () => {
  const onAlert = { pageId: 'p9', from: 'warning' as const }
  const alert = { type: 'alert.updated', data: {} } as LiveEvent
  answerCall(displayScreen.self, () => ({ display: hall, at }))
  for (const settings of [hall.settings, { ...hall.settings, onAlert }]) {
    const client = new QueryClient()
    const stop = new QueryObserver(client, { ...ownDisplayQuery, initialData: { ...hall, settings } }).subscribe(
      () => undefined,
    )
    applyToOwnDisplay(client, alert)
    expect(client.isFetching()).toBe(settings.onAlert ? 1 : 0)
    await expect.poll(() => client.isFetching()).toBe(0)
    stop()
  }
})

test('only a change of the shown theme reads the display again', async () => {
  const client = new QueryClient()
  const inSea: OwnDisplay = { ...hall, look: { of: 'sea', light: {}, dark: {} } }
  answerCall(displayScreen.self, () => ({ display: inSea, at }))
  const stop = new QueryObserver(client, { ...ownDisplayQuery, initialData: inSea }).subscribe(() => undefined)
  applyToOwnDisplay(client, { type: 'themes.changed', data: { id: 'walk' } })
  expect(client.isFetching()).toBe(0)
  applyToOwnDisplay(client, { type: 'themes.changed', data: { id: 'sea' } })
  expect(client.isFetching()).toBe(1)
  await expect.poll(() => client.isFetching()).toBe(0)
  stop()
})

test('a display that was removed asks the server at once', async () => {
  const client = new QueryClient()
  answerCall(displayScreen.self, () => ({ display: hall, at }))
  const stop = new QueryObserver(client, { ...ownDisplayQuery, initialData: hall }).subscribe(() => undefined)
  applyToOwnDisplay(client, { type: 'display.deleted', data: { _id: 'd1' } })
  expect(client.isFetching()).toBe(1)
  await expect.poll(() => client.isFetching()).toBe(0)
  stop()
})
