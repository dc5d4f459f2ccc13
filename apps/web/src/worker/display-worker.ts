// The service worker of a display: it keeps the program, so that /client opens while the server is away. The data of
// the widgets is the page's own business (app/client/display-memory.ts).

/** Every file of this build, written in by the build itself; a new build is thereby a new worker. */
declare const __DISPLAY_FILES__: readonly string[]

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchRequested = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchRequested) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
const scope = globalThis as unknown as Scope

const SHELL = '/client'
const PREFIX = 'display-program-'
/** A server that takes longer than this is as good as away. */
const NAVIGATION_MS = 4_000

const list = __DISPLAY_FILES__
const files = new Set(list)
const cacheName = PREFIX + fingerprint(list.join())

/** FNV-1a: tells builds apart, guards nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

async function keepProgram() {
  const cache = await caches.open(cacheName)
  await cache.addAll([SHELL, ...files])
  await scope.skipWaiting()
}

async function takeOver() {
  const old = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== cacheName)
  await Promise.all(old.map((key) => caches.delete(key)))
  await scope.clients.claim()
}

/** The newest page while the server answers, else the kept one. */
async function open(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(NAVIGATION_MS) })
  } catch (error) {
    const kept = await caches.match(SHELL)
    if (!kept) throw error
    return kept
  }
}

const load = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

scope.addEventListener('install', (event) => event.waitUntil(keepProgram()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === SHELL) event.respondWith(open(request))
  else if (files.has(pathname)) event.respondWith(load(request))
})
