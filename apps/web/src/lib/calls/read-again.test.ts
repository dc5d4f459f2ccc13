import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAgain, rereadRunning, waitBefore } from '#web/lib/calls/read-again.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A query on screen whose answer takes `takesMs` and holds the state at the time of the request. */
function showQuery(client: QueryClient, takesMs: number) {
  const server = { now: 0 }
  const read = vi.fn(async () => {
    const { now } = server
    await new Promise((resolve) => setTimeout(resolve, takesMs))
    return now
  })
  const unsubscribe = new QueryObserver(client, { queryKey: ['list'], queryFn: read }).subscribe(() => undefined)
  const event = () => {
    server.now += 1
    rereadRunning(client)
  }
  return { server, read, unsubscribe, event, cached: () => client.getQueryData(['list']) }
}

test('only a read that an event overtook is repeated', async () => {
  const client = new QueryClient()
  const calm = vi.fn(async () => 'calm')
  await client.fetchQuery({ queryKey: ['calm'], queryFn: calm })
  const list = showQuery(client, 50)
  list.event()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(list.cached()).toBe(1)
  expect([list.read.mock.calls.length, calm.mock.calls.length]).toEqual([2, 1])
  list.unsubscribe()
})

test.each([10, 80, 1_500])(
  'many events repeat a query at most once a second, including the last event (reads of %s ms)',
  async (takesMs) => {
    const client = new QueryClient()
    const list = showQuery(client, takesMs)
    const SECONDS = 4
    for (let ms = 0; ms < SECONDS * 1_000; ms += 20) {
      list.event()
      readAgain(client, ['list'])
      await vi.advanceTimersByTimeAsync(20)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(list.cached()).toBe(list.server.now)
    // The first answer, one a second, and the last.
    expect(list.read.mock.calls.length).toBeLessThanOrEqual(SECONDS + 2)
    list.unsubscribe()
  },
)

test('a change during a failed read is read afterwards', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let requests = 0
  const unsubscribe = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      requests += 1
      if (requests === 1) throw new Error('The server cannot be reached')
      return 'new'
    },
  }).subscribe(() => undefined)
  rereadRunning(client)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(['list'])).toBe('new')
  unsubscribe()
})

test.each([
  ['never read', 0, Number.NEGATIVE_INFINITY, 0],
  ['read just now', 1_000, 5_000, 0],
  ['read a moment ago', 400, 4_400, 0],
  ['read a moment ago, with a delay', 700, 4_400, 700],
  ['read long ago, with a delay', 700, 1_000, 700],
])('a query that was %s is read again after %i ms', (_what, waitMs, lastAt, settleMs) => {
  expect(waitBefore(lastAt, 5_000, settleMs)).toBe(waitMs)
})

test('six requests to repeat a query cause one read', async () => {
  const client = new QueryClient()
  const list = showQuery(client, 10)
  await vi.advanceTimersByTimeAsync(5_000)
  list.read.mockClear()
  for (let n = 0; n < 6; n++) {
    readAgain(client, ['list'], 300)
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(list.read).toHaveBeenCalledTimes(1)
  list.unsubscribe()
})
