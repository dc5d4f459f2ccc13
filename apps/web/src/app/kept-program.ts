import { noteAnswer } from '#web/lib/reachable.ts'

const WORKER = '/display-worker.js'
/** The address under which the worker keeps the page. */
const PAGE = '/client'

/**
 * Keeps the program in this browser, so that displays and screens open while the server is away. Browsers do that on
 * secure origins only, and not for the dev server.
 */
export function keepProgram(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it a page works as long as the server does.
  navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined)
}

/** The same once everything that the screen needs has come. */
export function keepProgramLater(): () => void {
  if (document.readyState === 'complete') keepProgram()
  else window.addEventListener('load', keepProgram, { once: true })
  return () => window.removeEventListener('load', keepProgram)
}

/** Calls when another version was put in place of the one that this page came from. Answers how to stop. */
export function onReplaced(listener: () => void): () => void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  worker?.addEventListener('controllerchange', listener)
  return () => worker?.removeEventListener('controllerchange', listener)
}

/** Tells programs apart by the scripts that a page names, whose names change with what is in them, and by the notice. */
function programOf(page: Document): string {
  const scripts = [...page.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'))
  return JSON.stringify([scripts, page.querySelector('.notice')?.textContent])
}

/** Once a worker is in control and at work: only then has it put its version in the place of the one before. */
async function controllerAtWork(): Promise<ServiceWorker | null> {
  const worker = ('serviceWorker' in navigator && navigator.serviceWorker.controller) || null
  if (worker?.state === 'activating')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  return worker
}

/** The page that a reload would show; null where nobody knows. */
async function pageOfReload(): Promise<Response | null> {
  // The worker hears of this answer too, and fetches a new version. Where none comes it is asked again on the return.
  const answer = await fetch(PAGE, { cache: 'no-store' }).catch(() => null)
  noteAnswer(answer !== null)
  const isKept = (await controllerAtWork()) !== null
  return isKept ? ((await caches.match(PAGE, { ignoreVary: true })) ?? null) : answer
}

/** Whether a reload would show another version than the one that runs. */
export async function isReplaced(): Promise<boolean> {
  const page = await pageOfReload()
  if (!page?.ok) return false
  const next = new DOMParser().parseFromString(await page.text(), 'text/html')
  return programOf(next) !== programOf(document)
}
