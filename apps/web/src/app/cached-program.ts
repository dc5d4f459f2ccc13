import { recordAnswer } from '#web/lib/live/connectivity.ts'

const WORKER = '/display-worker.js'
/** Key of the page in the cache of the service worker. */
const PAGE = '/client'

/**
 * Caches the program in this browser, so that displays and screens open while the server is away. Browsers offer it on
 * secure origins only; the dev server does not use it.
 */
export function keepProgram(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without the worker a page works as long as the server does.
  navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined)
}

/** Caches the program once the screen has loaded everything. */
export function keepProgramLater(): () => void {
  if (document.readyState === 'complete') keepProgram()
  else window.addEventListener('load', keepProgram, { once: true })
  return () => window.removeEventListener('load', keepProgram)
}

/**
 * Calls the listener when another version of the program has replaced this tab's. Returns a function that stops it.
 */
export function onReplaced(listener: () => void): () => void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  worker?.addEventListener('controllerchange', listener)
  return () => worker?.removeEventListener('controllerchange', listener)
}

/**
 * Identity of a program: the scripts that its page names, whose names change with their content, and the operator's
 * notice.
 */
function programOf(page: Document): string {
  const scripts = [...page.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'))
  return JSON.stringify([scripts, page.querySelector('.notice')?.textContent])
}

/** Worker that controls this tab, once it is active: only then it serves its own version. */
async function controllerAtWork(): Promise<ServiceWorker | null> {
  const worker = ('serviceWorker' in navigator && navigator.serviceWorker.controller) || null
  if (worker?.state === 'activating')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  return worker
}

/** HTML that a reload would show; null if unknown. */
async function pageOfReload(): Promise<Response | null> {
  // The worker sees this answer, too, and fetches a new version. Without an answer, the check is repeated when the
  // server is back.
  const answer = await fetch(PAGE, { cache: 'no-store' }).catch(() => null)
  recordAnswer(answer !== null)
  const isControlled = (await controllerAtWork()) !== null
  return isControlled ? ((await caches.match(PAGE, { ignoreVary: true })) ?? null) : answer
}

/** True if a reload would show another version than the running one. */
export async function isReplaced(): Promise<boolean> {
  const page = await pageOfReload()
  if (!page?.ok) return false
  const next = new DOMParser().parseFromString(await page.text(), 'text/html')
  return programOf(next) !== programOf(document)
}
