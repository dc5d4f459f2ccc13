import { type DisplayOrder, displaySettings } from '@atalaya/contract/displays'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { useOrders } from '#web/app/display-screen/use-orders.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { startSession } from '#web/testing/render.tsx'

const SECOND = 1000
const display = {
  _id: 'd1',
  name: 'Hall',
  zone: 'UTC',
  entries: [],
  event: null,
  owner: 'ada',
  alertPageId: null,
  settings: displaySettings.parse({}),
}

let stream: ReadableStreamDefaultController<Uint8Array> | undefined
let moves: number[]
let client: QueryClient
beforeEach(() => {
  startSession()
  moves = []
  client = new QueryClient()
  client.setQueryData(ownDisplayQuery.queryKey, display)
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      stream = controller
      signal?.addEventListener('abort', () => controller.error(signal.reason))
    }
    return new Response(new ReadableStream({ start }))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * SECOND))

async function follow() {
  stream = undefined
  const hook = renderHook(() => useOrders((direction) => void moves.push(direction)), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await expect.poll(() => stream, { interval: 0 }).toBeDefined()
  return hook
}

/** Sends an order to these displays. */
async function sendOrder(displayIds: string[], order: DisplayOrder) {
  const event = { type: 'display.told', data: { displayIds, order } }
  stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
  await advance(0)
}
const message = (text: string): DisplayOrder => ({ kind: 'message', text, seconds: 10 })

test('a display follows only its own orders, also among those of others', async () => {
  const { unmount } = await follow()
  await sendOrder(['d2'], { kind: 'next' })
  await sendOrder(['d2', 'd1'], { kind: 'previous' })
  expect(moves).toEqual([-1])
  unmount()
})

test('a message that replaces another one is shown for its own time', async () => {
  const { result, unmount } = await follow()
  await sendOrder(['d1'], message('Lunch'))
  await advance(6)
  await sendOrder(['d1'], message('Dinner'))
  await advance(5)
  expect(result.current).toMatchObject({ text: 'Dinner' })
  await advance(5)
  expect(result.current).toBeNull()
  unmount()
})

test('a display reads everything again when the server is back', async () => {
  const { unmount } = await follow()
  client.setQueryData(['anything'], 1)
  recordAnswer(false)
  recordAnswer(true)
  expect(client.getQueryState(['anything'])?.isInvalidated).toBe(true)
  unmount()
})

test('a display says its name and code for ten seconds', async () => {
  const { result, unmount } = await follow()
  await sendOrder(['d1'], { kind: 'identify', code: 'K7' })
  await advance(9)
  expect(result.current).toMatchObject({ kind: 'identify', code: 'K7' })
  await advance(1)
  expect(result.current).toBeNull()
  unmount()
})

test('a closed display leaves its stream, and reads nothing when the server is back', async () => {
  const { unmount } = await follow()
  const openStream = stream
  client.setQueryData(['anything'], 1)
  unmount()
  await expect.poll(() => openStream?.desiredSize, { interval: 0 }).toBeNull()
  recordAnswer(false)
  recordAnswer(true)
  expect(client.getQueryState(['anything'])?.isInvalidated).toBe(false)
})
