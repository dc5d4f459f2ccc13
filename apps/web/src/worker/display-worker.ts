// Service worker: keeps the whole program in one version. A display starts, and every screen opens, while the server is
// away. The data of a display is kept by the page (app/client/display-memory.ts).

/** Paths of this build's files, and their common fingerprint; the build inserts both. */
declare const __PROGRAM_FILES__: readonly string[]
declare const __PROGRAM_VERSION__: string

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type WorkerFetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type WorkerPushEvent = WorkerEvent & { data: { json(): unknown } | null }
type NotificationClickEvent = WorkerEvent & { notification: { data: unknown; close(): void } }
type OpenWindow = { url: string; focus(): Promise<OpenWindow>; navigate(address: string): Promise<unknown> }
/** Content of a push; see `channels/push.ts` of the server. */
type PushContent = { title?: string; body?: string; what?: string; incidentId?: string | null }
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: WorkerPushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<OpenWindow[]>
    openWindow(address: string): Promise<unknown>
  }
  registration: {
    update(): Promise<unknown>
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
}
const scope = globalThis as unknown as WorkerScope

/** Cache key of the page. One page opens every screen. */
const PAGE = '/client'
/** Screens shown from the cache at once, whether the server answers or not. */
const DISPLAYS = new Set([PAGE, '/display'])
const PREFIX = 'display-program-'
/** A server slower than this counts as away. */
const NAVIGATION_TIMEOUT_MS = 4_000
/** Statuses of a proxy whose server is away. */
const AWAY = new Set([502, 503, 504])
/** Paths of the server itself; the return from Spotify is one, since its answer has headers of its own. */
const NO_SCREEN = /^\/(api|auth|modules|metrics|healthz|readyz|spotify-callback)(\/|$)|\.[A-Za-z0-9]{1,8}$/
/** Matches files of this server that a page names. */
const NAMED_FILES = /(?:src|href)="(\/[^"]+)"/g
/** Ignores `Vary`: these files are the same for everybody. */
const BY_URL = { ignoreVary: true }

const files = new Set(__PROGRAM_FILES__)
const cacheName = PREFIX + __PROGRAM_VERSION__

const readCachedPage = async () => (await caches.open(cacheName)).match(PAGE, BY_URL)

/** True if an answer is the page of this version: another one names files that it does not have. */
async function isOwnPage(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false
  const namedFiles = [...(await answer.clone().text()).matchAll(NAMED_FILES)].map(([, file = '']) => file)
  return namedFiles.length > 0 && namedFiles.every((file) => files.has(file))
}

/** Caches all files or none. Files of another version have other names, so the cached ones fit together. */
async function keepProgram(): Promise<void> {
  const isNew = !(await caches.has(cacheName))
  const cache = await caches.open(cacheName)
  try {
    const page = await fetch(PAGE, { cache: 'no-cache' })
    if (!(await isOwnPage(page))) throw new Error('The server hands out another version')
    await cache.addAll([...files].map((file) => new Request(file, { priority: 'low' })))
    await cache.put(PAGE, page)
  } catch (error) {
    if (isNew) await caches.delete(cacheName)
    throw error
  }
}

/** Takes over: open pages keep the previous version's files, but its page is no longer served. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== cacheName)
  // Caches are listed in the order of their creation.
  const previous = others.pop()
  if (previous) await (await caches.open(previous)).delete(PAGE, BY_URL)
  await Promise.all(others.map((key) => caches.delete(key)))
  await scope.clients.claim()
}

/** Fetches the server's current page: of this version, maybe with another notice, or of a new version. */
async function renew(): Promise<Response> {
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  const cachedPage = await readCachedPage()
  if (!(await isOwnPage(answer))) {
    if (answer.ok) await scope.registration.update().catch(() => undefined)
  } else if (!cachedPage) await keepProgram()
  else if (cachedPage.headers.get('etag') !== answer.headers.get('etag'))
    await (await caches.open(cacheName)).put(PAGE, answer.clone())
  return answer
}

/** Shows a display from the cache at once, and looks for a new version after that. */
async function openDisplay(event: WorkerFetchEvent): Promise<Response> {
  const cachedPage = await readCachedPage()
  event.waitUntil(renew().catch(() => undefined))
  return cachedPage ?? fetch(event.request)
}

/** Prefers the server's own answer for other screens: a proxy's sign-in page, for example, must be seen. */
async function openScreen(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(NAVIGATION_TIMEOUT_MS) })
    return AWAY.has(answer.status) ? ((await readCachedPage()) ?? answer) : answer
  } catch (error) {
    const cachedPage = await readCachedPage()
    if (!cachedPage) throw error
    return cachedPage
  }
}

async function load(request: Request): Promise<Response> {
  const cached = await (await caches.open(cacheName)).match(request, BY_URL)
  return cached ?? (await caches.match(request, BY_URL)) ?? fetch(request)
}

scope.addEventListener('install', (event) => event.waitUntil(keepProgram().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.destination === 'document') {
    if (DISPLAYS.has(pathname)) event.respondWith(openDisplay(event))
    else if (!NO_SCREEN.test(pathname)) event.respondWith(openScreen(request))
  } else if (pathname === PAGE) event.respondWith(renew())
  else if (files.has(pathname + search) || pathname.startsWith('/assets/')) event.respondWith(load(request))
})

/** Replaces the earlier notification of the same alert. A push must show something. */
function show(pushed: PushContent): Promise<void> {
  const { title = 'Atalaya', body = '', what, incidentId } = pushed
  return scope.registration.showNotification(title, {
    body,
    icon: '/favicon.svg',
    tag: incidentId ?? 'atalaya',
    silent: what === 'ended',
    data: incidentId ? `/alerts/${incidentId}` : '/alerts',
  })
}

scope.addEventListener('push', (event) => {
  event.waitUntil(show((event.data?.json() ?? {}) as PushContent))
})

/** Shows the alert in an open window, or in a new one. */
async function open(address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window' })
  const window = windows.find(({ url }) => !DISPLAYS.has(new URL(url).pathname))
  if (!window) return void (await scope.clients.openWindow(address))
  await (await window.focus()).navigate(address)
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})
