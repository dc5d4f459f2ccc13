// The service worker: it keeps the program, whole and of one version, so that a display starts and every screen opens
// while the server is away. The data of a display is the page's own business (app/client/display-memory.ts).

/** Every file of this build as the page asks for it, and a fingerprint of them all: written in by the build. */
declare const __PROGRAM_FILES__: readonly string[]
declare const __PROGRAM_VERSION__: string

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchRequested = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type Pushed = WorkerEvent & { data: { json(): unknown } | null }
type Clicked = WorkerEvent & { notification: { data: unknown; close(): void } }
type OpenWindow = { url: string; focus(): Promise<OpenWindow>; navigate(address: string): Promise<unknown> }
/** What the server pushes; see `channels/push.ts` there. */
type Pushes = { title?: string; body?: string; what?: string; incidentId?: string | null }
type OwnScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchRequested) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
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
const scope = globalThis as unknown as OwnScope

/** The address under which the page is kept. One page opens every screen. */
const PAGE = '/client'
/** What must be there at once, whether the server is or not. */
const DISPLAYS = new Set([PAGE, '/display'])
const PREFIX = 'display-program-'
/** A server that takes longer than this is as good as away. */
const NAVIGATION_MS = 4_000
/** What a proxy answers in place of a server that is away. */
const AWAY = new Set([502, 503, 504])
/** Addresses of the server's own; the answer to Spotify's return has headers of its own. */
const NO_SCREEN = /^\/(api|auth|modules|metrics|healthz|readyz|spotify-callback)(\/|$)|\.[A-Za-z0-9]{1,8}$/
/** What a page names of this server. */
const NAMED = /(?:src|href)="(\/[^"]+)"/g
/** An answer says what it varies with; these files are the same for everybody. */
const BY_ADDRESS = { ignoreVary: true }

const files = new Set(__PROGRAM_FILES__)
const cacheName = PREFIX + __PROGRAM_VERSION__

const keptPage = async () => (await caches.open(cacheName)).match(PAGE, BY_ADDRESS)

/** Whether an answer is the page of this very version: another one names files that are not in it. */
async function isOwnPage(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false
  const named = [...(await answer.clone().text()).matchAll(NAMED)].map(([, file = '']) => file)
  return named.length > 0 && named.every((file) => files.has(file))
}

/** Keeps all or nothing. Files of another version have other names, so what is kept fits together. */
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

/** Pages that are open go on with the files of the version before this one; the page itself is handed out no more. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== cacheName)
  const before = others.pop()
  if (before) await (await caches.open(before)).delete(PAGE, BY_ADDRESS)
  await Promise.all(others.map((key) => caches.delete(key)))
  await scope.clients.claim()
}

/** Asks what the server hands out now: this version, perhaps with another notice on it, or a new one to fetch. */
async function renew(): Promise<Response> {
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  const kept = await keptPage()
  if (!(await isOwnPage(answer))) {
    if (answer.ok) await scope.registration.update().catch(() => undefined)
  } else if (!kept) await keepProgram()
  else if (kept.headers.get('etag') !== answer.headers.get('etag'))
    await (await caches.open(cacheName)).put(PAGE, answer.clone())
  return answer
}

/** A display shows at once what is kept, and asks for news afterwards. */
async function openDisplay(event: FetchRequested): Promise<Response> {
  const kept = await keptPage()
  event.waitUntil(renew().catch(() => undefined))
  return kept ?? fetch(event.request)
}

/** Every other screen is the server's own while it answers: a proxy's sign-in, say, must be seen. */
async function openScreen(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(NAVIGATION_MS) })
    return AWAY.has(answer.status) ? ((await keptPage()) ?? answer) : answer
  } catch (error) {
    const kept = await keptPage()
    if (!kept) throw error
    return kept
  }
}

async function load(request: Request): Promise<Response> {
  const own = await (await caches.open(cacheName)).match(request, BY_ADDRESS)
  return own ?? (await caches.match(request, BY_ADDRESS)) ?? fetch(request)
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

/** What is said of one alert takes the place of what was said of it before. A push must show something. */
function show(pushed: Pushes): Promise<void> {
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
  event.waitUntil(show((event.data?.json() ?? {}) as Pushes))
})

/** Shows the alert in a window that is open, or in a new one. */
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
