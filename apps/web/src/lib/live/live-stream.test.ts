import { auth } from '@atalaya/contract/auth'
import type { LiveEvent } from '@atalaya/contract/events'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { openLiveStream } from '#web/lib/live/live-stream.ts'
import { clearSession, readSession, storeTokens } from '#web/lib/session/session.ts'
import { ada, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const updated: LiveEvent = { type: 'user.updated', data: ada }
const frame = (id: string, event: object) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`

beforeEach(() => {
  startSession()
  // Removes the wait between two tries.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  return () => vi.restoreAllMocks()
})

/** Answers the n-th connection with the n-th script. After the last one the session ends, and so does the stream. */
function answerConnections(...scripts: string[]) {
  const requests: Request[] = []
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      requests.push(request)
      const script = scripts.shift()
      if (script === undefined) clearSession()
      return new HttpResponse(script ?? '', { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return requests
}

/** Yields to the event loop until everything that does not wait for the test is done. */
async function waitUntilIdle() {
  for (let n = 0; n < 200; n++) await new Promise((resolve) => setImmediate(resolve))
}

async function listen(beginAt: () => string | null = () => null) {
  const received: [string | null, string][] = []
  const { signal } = new AbortController()
  await openLiveStream({ beginAt, signal, onEvent: (event, id) => received.push([id, event.type]) })
  return received
}

test('a stream sends the bearer token and reads events', async () => {
  const requests = answerConnections(frame('x-1', updated))
  expect(await listen()).toEqual([['x-1', 'user.updated']])
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer access')
  expect(requests[0]?.headers.has('last-event-id')).toBe(false)
})

test('a stream reconnects with the last id, so that no event is missed', async () => {
  const requests = answerConnections('id: x-0\n\n', frame('x-1', updated))
  expect(await listen()).toEqual([['x-1', 'user.updated']])
  expect(requests.map((request) => request.headers.get('last-event-id'))).toEqual([null, 'x-0', 'x-1'])
})

test("a tab that takes over continues at the leader's last id", async () => {
  const requests = answerConnections('')
  await listen(() => 'x-9')
  expect(requests[0]?.headers.get('last-event-id')).toBe('x-9')
})

test('a stream that could not open begins at the position of later answers', async () => {
  const requests: Request[] = []
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      requests.push(request)
      if (requests.length > 1) clearSession()
      return new HttpResponse('', { status: 503 })
    }),
  )
  const positions = [null, 'x-3']
  await listen(() => positions.shift() ?? null)
  expect(requests.map((request) => request.headers.get('last-event-id'))).toEqual([null, 'x-3'])
})

/** Lengths of the waits between two tries, the shortest being 1; other timers are distinguished by their lengths. */
async function recordWaits(): Promise<number[]> {
  // About 1 ms. Exact in binary, so that its multiples are exact, too.
  const shortest = 1000 / 1024
  vi.spyOn(Math, 'random').mockReturnValue(shortest / 1000)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await listen()
  const lengths = timers.mock.calls.map(([, ms = 0]) => ms / shortest)
  return lengths.filter((length) => [1, 2, 4, 8].includes(length))
}

test('the waits for a server that sends nothing double', async () => {
  answerConnections('', '', '')
  expect(await recordWaits()).toEqual([1, 2, 4, 8])
})

test('after a server has sent something, the waits begin again at the first one', async () => {
  answerConnections('', '', ': here\n\n', frame('x-1', updated), '')
  expect(await recordWaits()).toEqual([1, 2, 1, 1, 2, 4])
})

test('a waiting stream reconnects at once when the network is back', async () => {
  const requests = answerConnections('', '')
  // Far longer than a test.
  vi.spyOn(Math, 'random').mockReturnValue(1000)
  let isOver = false
  const listening = listen().then(() => {
    isOver = true
  })
  const isOverOnceOnline = () => window.dispatchEvent(new Event('online')) && isOver
  await expect.poll(isOverOnceOnline).toBe(true)
  await listening
  expect(requests).toHaveLength(3)
})

test('a reconnect without a last id causes a resync', async () => {
  answerConnections(': nothing yet\n\n', '')
  expect(await listen()).toContainEqual([null, 'resync'])
})

test('an expired access token is refreshed', async () => {
  const bearers: (string | null)[] = []
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      bearers.push(request.headers.get('authorization'))
      if (bearers.length > 1) clearSession()
      return new HttpResponse('', { status: 401 })
    }),
  )
  answerCall(auth.refresh, async () => {
    // Leaves time for a call with the old token, which must not come.
    await waitUntilIdle()
    return { accessToken: 'fresh', refreshToken: 'refresh2' }
  })
  await listen()
  expect(bearers).toEqual(['Bearer access', 'Bearer fresh'])
})

test('a stream continues to its end if the next one can not be opened', async () => {
  const lastIds: (string | null)[] = []
  const first = new TransformStream<Uint8Array>()
  const writer = first.writable.getWriter()
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  const finishFirst = async () => {
    await waitUntilIdle()
    await write(frame('x-1', updated))
    await writer.close()
  }
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      lastIds.push(request.headers.get('last-event-id'))
      const headers = { 'content-type': 'text/event-stream', 'x-live-ends-in': '50' }
      if (lastIds.length === 1) return new HttpResponse(first.readable, { headers })
      if (lastIds.length === 2) void finishFirst().catch(() => undefined)
      else clearSession()
      return new HttpResponse('', { status: 503 })
    }),
  )
  answerCall(auth.refresh, () => ({ accessToken: 'fresh', refreshToken: 'refresh2' }))
  void write('id: x-0\n\n').catch(() => undefined)
  expect(await listen()).toEqual([['x-1', 'user.updated']])
  expect(lastIds).toEqual([null, 'x-0', 'x-1'])
})

test('the next stream opens before the token of the first one ends, and no event is missed', async () => {
  const bearers: (string | null)[] = []
  const lastIds: (string | null)[] = []
  const first = new TransformStream<Uint8Array>()
  const writer = first.writable.getWriter()
  const encoder = new TextEncoder()
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      bearers.push(request.headers.get('authorization'))
      lastIds.push(request.headers.get('last-event-id'))
      const headers = { 'content-type': 'text/event-stream', 'x-live-ends-in': '50' }
      if (bearers.length === 1) return new HttpResponse(first.readable, { headers })
      if (bearers.length > 2) clearSession()
      return new HttpResponse(bearers.length === 2 ? frame('x-2', updated) : '', { headers })
    }),
  )
  answerCall(auth.refresh, async () => {
    // The first stream is still open and sends an event while the token is refreshed.
    await writer.write(encoder.encode(frame('x-1', updated)))
    return { accessToken: 'fresh', refreshToken: 'refresh2' }
  })
  void writer.write(encoder.encode('id: x-0\n\n')).catch(() => undefined)
  expect(await listen()).toEqual([
    ['x-1', 'user.updated'],
    ['x-2', 'user.updated'],
  ])
  expect(bearers.slice(0, 2)).toEqual(['Bearer access', 'Bearer fresh'])
  expect(['x-0', 'x-1']).toContain(lastIds[1])
  // The first stream was closed once the second was open.
  await expect(writer.closed).rejects.toBeDefined()
})

test('a display opens the next stream with the same credential and keeps it', async () => {
  storeTokens({ accessToken: 'credential', refreshToken: '' })
  const bearers: (string | null)[] = []
  const kept: unknown[] = []
  const first = new TransformStream<Uint8Array>()
  void first.writable
    .getWriter()
    .write(new TextEncoder().encode('id: x-0\n\n'))
    .catch(() => undefined)
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      bearers.push(request.headers.get('authorization'))
      kept.push(readSession()?.accessToken)
      const headers = { 'content-type': 'text/event-stream', 'x-live-ends-in': '50' }
      if (bearers.length === 1) return new HttpResponse(first.readable, { headers })
      clearSession()
      return new HttpResponse('', { headers })
    }),
  )
  await listen()
  expect(bearers).toEqual(['Bearer credential', 'Bearer credential'])
  expect(kept).toEqual(['credential', 'credential'])
})

test('a stream ends when the session is revoked', async () => {
  server.use(http.get('*/api/v1/events', () => new HttpResponse('', { status: 401 })))
  answerCall(auth.refresh, () => {
    throw new ApiError(401, 'Unauthorized')
  })
  expect(await listen()).toEqual([])
})

test('a stream that is stopped before it begins requests nothing', async () => {
  const requests = answerConnections('')
  const beginAt = vi.fn(() => null)
  await openLiveStream({ beginAt, signal: AbortSignal.abort(), onEvent: () => undefined })
  expect([beginAt.mock.calls.length, requests.length]).toEqual([0, 0])
})
