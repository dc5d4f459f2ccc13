import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { readSession } from '#web/lib/session.ts'

const CACHE = 'display-memory'
const KEY = '/display-memory'
const SAVE_EVERY_MS = 30_000
const MAX_CHARACTERS = 5_000_000
/** What a display needs to show its pages, by the first word of the query's key. */
const KEPT = new Set(['me', 'pages', 'modules', 'widget-agent', 'widget-data', 'widget-fleet', 'widget-series'])

/** Browsers keep things for later on secure origins only: on plain HTTP a display remembers nothing. */
const canKeep = () => 'caches' in globalThis

type Memory = { userId: string; state: DehydratedState }

/** Brings back what this display last showed, for the account that is signed in. Newer data in the cache stays. */
export async function restoreDisplay(client: QueryClient): Promise<void> {
  if (!canKeep()) return
  const kept = await (await caches.open(CACHE)).match(KEY)
  const memory = (await kept?.json()) as Memory | undefined
  const userId = readSession()?.user?._id
  if (memory && memory.userId === userId) hydrate(client, memory.state)
}

async function save(client: QueryClient): Promise<void> {
  const userId = readSession()?.user?._id
  const cache = await caches.open(CACHE)
  if (!userId) return void (await cache.delete(KEY))
  const shouldDehydrateQuery = ({ queryKey, state }: Query) => KEPT.has(String(queryKey[0])) && state.data !== undefined
  const text = JSON.stringify({ userId, state: dehydrate(client, { shouldDehydrateQuery }) })
  if (text.length <= MAX_CHARACTERS) await cache.put(KEY, new Response(text))
}

/** Keeps what the display shows, now and again; nothing once nobody is signed in. Answers how to stop. */
export function rememberDisplay(client: QueryClient): () => void {
  if (!canKeep()) return () => undefined
  // A full disk costs the memory, not the display.
  const onTime = () => void save(client).catch(() => undefined)
  const timer = setInterval(onTime, SAVE_EVERY_MS)
  document.addEventListener('visibilitychange', onTime)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onTime)
    onTime()
  }
}
