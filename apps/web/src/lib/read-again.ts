import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** However many events come, a query is read again so often at most. */
const PACE_MS = 1_000

/** `isDue`: something has changed since its answer was asked for. */
type Reading = { lastAt: number; isDue: boolean; timer: ReturnType<typeof setTimeout> | undefined }

/** How long to wait before a query is read again that was last read at `lastAt`; 0 and less is at once. */
export const waitBefore = (lastAt: number, now: number, settleMs: number): number =>
  Math.max(settleMs, lastAt + PACE_MS - now)

/** Reads queries of one client again, each at its pace; a change that comes while one is read is read afterwards. */
function createReader(client: QueryClient) {
  const readings = new Map<string, Reading>()
  const cache = client.getQueryCache()

  function refetch(query: Query, reading: Reading) {
    reading.timer = undefined
    // What is on its way was asked for before the change: it is waited for, and read once more then.
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
 * Reads again what an event changed without saying to what, every query under the key: at most once a second each, and
 * never without the last change. `settleMs` waits for what comes with it.
 */
export function readAgain(client: QueryClient, queryKey: QueryKey, settleMs = 0): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) readerOf(client)(query, settleMs)
}

/** An answer that was asked for before an event and arrives after it would put the old state back. */
export function readOvertaken(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) readerOf(client)(query, 0)
}
