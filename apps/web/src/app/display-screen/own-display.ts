import { displayScreen } from '@atalaya/contract/display-screen'
import type { DisplayOrder, OwnDisplay } from '@atalaya/contract/displays'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { forgetDisplay, type Memory } from '#web/app/client/display-memory.ts'
import { serverClock } from '#web/app/display-screen/server-clock.ts'
import { call } from '#web/lib/calls/api.ts'
import { readSession, storeTokens } from '#web/lib/session/session.ts'

const ID_KEY = 'display_id'
const MINUTE_MS = 60_000

/** Memory of this display; another one paired here later does not see it. */
export const ownDisplayMemory: Memory = {
  cacheKey: '/own-display-memory',
  readOwner: () => (readSession() ? localStorage.getItem(ID_KEY) : null),
}

/** Drops all data of this display, also those kept for a time without the server. */
export function forgetOwnDisplay(client: QueryClient): void {
  client.clear()
  void forgetDisplay(ownDisplayMemory).catch(() => undefined)
}

/** Stores the credential that makes this screen a display. */
export function becomeDisplay(credential: string): void {
  localStorage.removeItem(ID_KEY)
  // The page in the address belongs to the display that this screen was before.
  window.history.replaceState(window.history.state, '', window.location.pathname)
  storeTokens({ accessToken: credential, refreshToken: '' })
}

/** Takes over the server's state of this display. `sentAt`: `performance.now()` at the request. */
export function acceptOwnDisplay({ display, at }: { display: OwnDisplay; at: string }, sentAt: number): OwnDisplay {
  serverClock.set(at, sentAt)
  localStorage.setItem(ID_KEY, display._id)
  return display
}

/** Content and settings of this display. The answers to its reports contain them, too. */
export const ownDisplayQuery = queryOptions({
  queryKey: ['display'],
  queryFn: async ({ signal }) => {
    const sentAt = performance.now()
    return acceptOwnDisplay(await call(displayScreen.self, {}, signal), sentAt)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Changes the cached state of this display. */
export const changeOwnDisplay = (client: QueryClient, next: (display: OwnDisplay) => OwnDisplay) =>
  client.setQueryData(ownDisplayQuery.queryKey, (display) => display && next(display))

/** Applies an order about settings at once, before the server confirms it. */
export function applyOrderAtOnce(client: QueryClient, order: DisplayOrder): void {
  if (order.kind === 'theme')
    changeOwnDisplay(client, (display) => ({ ...display, settings: { ...display.settings, theme: order.theme } }))
  if (order.kind === 'brightness')
    changeOwnDisplay(client, (display) => ({
      ...display,
      settings: { ...display.settings, brightness: order.brightness },
    }))
  if (order.kind === 'page') {
    const { pageId, minutes } = order
    const until = new Date(serverClock.now() + minutes * MINUTE_MS).toISOString()
    changeOwnDisplay(client, (display) => ({ ...display, event: pageId === null ? null : { pageId, until } }))
  }
}
