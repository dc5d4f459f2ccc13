import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { isKept, KEPT, wordOf } from '#web/lib/kept-data.ts'
import { readSession } from '#web/lib/session.ts'

const CACHE = 'display-memory'
/** Where something is kept, and for whom: null is nobody. */
export type Memory = { place: string; whose: () => string | null }
const ofPerson: Memory = { place: '/display-memory', whose: () => readSession()?.user?._id ?? null }
/** What is new on the display is kept at once, so that its first second counts already. */
const SOON_MS = 500
/** Data that changes all the time is written so often: it is a small computer's card that it is written to. */
const EVERY_MS = 30_000
const MAX_CHARACTERS = 5_000_000
/** Of these every change is kept soon: they change when a person does something. */
const RARE = new Set(['me', 'display', 'pages', 'modules'])

/** Browsers keep things for later on secure origins only: on plain HTTP a display remembers nothing. */
const canKeep = () => 'caches' in globalThis

type Kept = { whose: string; state: DehydratedState }

/** Within how many ms a change is kept; null for what a display does not need. `isFirst`: nothing of it was kept yet. */
export function keepWithin(word: string, isFirst: boolean): number | null {
  if (!KEPT.has(word)) return null
  return isFirst || RARE.has(word) ? SOON_MS : EVERY_MS
}

/** Brings back what this display last showed, for whom it is now. Newer data in the cache stays. */
export async function restoreDisplay(client: QueryClient, { place, whose } = ofPerson): Promise<void> {
  if (!canKeep()) return
  const answer = await (await caches.open(CACHE)).match(place)
  const kept = (await answer?.json()) as Kept | undefined
  if (kept && kept.whose === whose()) hydrate(client, kept.state)
}

async function save(client: QueryClient, { place, whose }: Memory): Promise<void> {
  const owner = whose()
  const cache = await caches.open(CACHE)
  if (owner === null) return void (await cache.delete(place))
  const kept: Kept = { whose: owner, state: dehydrate(client, { shouldDehydrateQuery: isKept }) }
  const text = JSON.stringify(kept)
  if (text.length <= MAX_CHARACTERS) await cache.put(place, new Response(text))
}

/** Forgets what was kept for whom it is no more. */
export async function forgetDisplay({ place }: Memory): Promise<void> {
  if (canKeep()) await (await caches.open(CACHE)).delete(place)
}

/** Keeps what the display shows; nothing once it is nobody's. Answers how to stop. */
export function rememberDisplay(client: QueryClient, memory = ofPerson): () => void {
  if (!canKeep()) return () => undefined
  const known = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY

  function saveNow() {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
    // A full disk costs the memory, not the display.
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
    const withinMs = keepWithin(wordOf(query), !known.has(query.queryHash))
    known.add(query.queryHash)
    if (withinMs !== null) saveIn(withinMs)
  })
  document.addEventListener('visibilitychange', saveNow)
  saveIn(SOON_MS)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', saveNow)
    saveNow()
  }
}
