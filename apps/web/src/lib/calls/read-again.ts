import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Minimum time between two reads of a query, however many events come. */
const READ_EVERY_MIN_MS = 1_000

/** `isDue`: a change came after the last request. */
type Reading = { lastAt: number; isDue: boolean; timer: ReturnType<typeof setTimeout> | undefined }

/** Wait before a query is read again that was last read at `lastAt`; 0 or less is at once. */
export const waitBefore = (lastAt: number, now: number, settleMs: number): number =>
  Math.max(settleMs, lastAt + READ_EVERY_MIN_MS - now)

/** Throttles the repeated reads of a client's queries. A change during a read causes one more read after it. */
function createReader(client: QueryClient) {
  const readings = new Map<string, Reading>()
  const cache = client.getQueryCache()

  function refetch(query: Query, reading: Reading) {
    reading.timer = undefined
    // The request under way precedes the change: wait for it, then read once more.
    if (query.state.fetchStatus === 'fetching') return
    reading.isDue = false
    reading.lastAt = performance.now()
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }

  function plan(query: Query, reading: Reading, settleMs: number) {
    if (reading.timer !== undefined) return
    const waitMs = waitBefore(reading.lastAt, performance.now(), settleMs)
    if (waitMs <= 0) refetch(query, reading)
    else reading.timer = setTimeout(refetch, waitMs, query, reading)
  }

  cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'removed') return void readings.delete(query.queryHash)
    if (event.type !== 'updated') return
    const reading = readings.get(query.queryHash)
    if (reading?.isDue) plan(query, reading, 0)
  })

  return (query: Query, settleMs: number) => {
    const reading = readings.get(query.queryHash) ?? { lastAt: Number.NEGATIVE_INFINITY, isDue: true, timer: undefined }
    readings.set(query.queryHash, reading)
    reading.isDue = true
    plan(query, reading, settleMs)
  }
}

const readers = new WeakMap<QueryClient, ReturnType<typeof createReader>>()

function readerOf(client: QueryClient) {
  const reader = readers.get(client) ?? createReader(client)
  readers.set(client, reader)
  return reader
}

/**
 * Reads all queries under a key again after an event without data. Each is read at most once a second, and always after
 * the last change. `settleMs` waits for further events.
 */
export function readAgain(client: QueryClient, queryKey: QueryKey, settleMs = 0): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) readerOf(client)(query, settleMs)
}

/** Reads again the queries that are loading: an answer requested before an event would restore the old state. */
export function rereadRunning(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) readerOf(client)(query, 0)
}
