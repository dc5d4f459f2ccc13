import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { DISPLAY_KEYS, firstWordOf, isKept } from '#web/lib/calls/display-data.ts'
import { readSession } from '#web/lib/session/session.ts'

const CACHE = 'display-memory'
/** Key of the stored data in the cache. `readOwner` returns the owner's id; null without an owner. */
export type Memory = { cacheKey: string; readOwner: () => string | null }
const personMemory: Memory = { cacheKey: '/display-memory', readOwner: () => readSession()?.user?._id ?? null }
/** Delay for a query's first data and for changes by people: a display that is soon switched off keeps them. */
const SAVE_SOON_MS = 500
/** Interval of writes for data that change all the time, to spare a small computer's memory card. */
const SAVE_EVERY_MS = 30_000
const MAX_CHARACTERS = 5_000_000
/** Stored soon after every change: they change only when a person acts. */
const RARE = new Set(['me', 'display', 'pages', 'modules'])

/** Browsers offer a cache on secure origins only: on plain HTTP a display remembers nothing. */
const canKeep = () => 'caches' in globalThis

/** Stored form of the memory; `whose` is the owner's id. */
type Snapshot = { whose: string; state: DehydratedState }

/**
 * Delay until a change is stored, in ms; null for data that a display does not need. `word` is the first part of a
 * query's key, such as `pages`. `isFirst`: the query's first update since the start.
 */
export function saveDelayMs(word: string, isFirst: boolean): number | null {
  if (!DISPLAY_KEYS.has(word)) return null
  return isFirst || RARE.has(word) ? SAVE_SOON_MS : SAVE_EVERY_MS
}

/** Restores the last content for the present owner. Newer data in the cache stays. */
export async function restoreDisplay(client: QueryClient, { cacheKey, readOwner } = personMemory): Promise<void> {
  if (!canKeep()) return
  const stored = await (await caches.open(CACHE)).match(cacheKey)
  const snapshot = (await stored?.json()) as Snapshot | undefined
  if (snapshot && snapshot.whose === readOwner()) hydrate(client, snapshot.state)
}

/** False for the stored values of a deleted widget, which never leave the cache by themselves. */
function isOnPages(client: QueryClient, { queryKey: [word, widgetId] }: Query): boolean {
  if (word !== 'widget-storage') return true
  const pages = client.getQueryData(pagesQuery.queryKey)
  return pages?.some(({ modules }) => modules.some(({ _id }) => _id === widgetId)) ?? true
}

async function save(client: QueryClient, { cacheKey, readOwner }: Memory): Promise<void> {
  const owner = readOwner()
  const cache = await caches.open(CACHE)
  if (owner === null) return void (await cache.delete(cacheKey))
  const shouldDehydrateQuery = (query: Query) => isKept(query) && isOnPages(client, query)
  const snapshot: Snapshot = { whose: owner, state: dehydrate(client, { shouldDehydrateQuery }) }
  const text = JSON.stringify(snapshot)
  if (text.length <= MAX_CHARACTERS) await cache.put(cacheKey, new Response(text))
}

/** Deletes the data of a signed-out owner. */
export async function forgetDisplay({ cacheKey }: Memory): Promise<void> {
  if (canKeep()) await (await caches.open(CACHE)).delete(cacheKey)
}

/** Stores the display's content, unless it has no owner. Returns a function that stops it. */
export function rememberDisplay(client: QueryClient, memory = personMemory): () => void {
  if (!canKeep()) return () => undefined
  const updatedHashes = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY

  function saveNow() {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    // A full disk loses the memory, not the display.
    void save(client, memory).catch(() => undefined)
  }
  function saveIn(ms: number) {
    if (performance.now() + ms >= dueAt) return
    clearTimeout(timer)
    dueAt = performance.now() + ms
    timer = setTimeout(saveNow, ms)
  }
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query)) return
    const delayMs = saveDelayMs(firstWordOf(query), !updatedHashes.has(query.queryHash))
    updatedHashes.add(query.queryHash)
    if (delayMs !== null) saveIn(delayMs)
  })
  document.addEventListener('visibilitychange', saveNow)
  saveIn(SAVE_SOON_MS)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', saveNow)
    saveNow()
  }
}
