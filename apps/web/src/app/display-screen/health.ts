import type { DisplayReport } from '@atalaya/contract/displays'
import { stillMs } from '#web/app/display-screen/pulse.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { runningVersion } from '#web/lib/running-version.ts'

declare global {
  interface Performance {
    /** Only in Chromium. */
    memory?: { usedJSHeapSize: number }
  }
}

const SCREEN_KEY = 'display_screen'
const SCREEN_BYTES = 12

/**
 * Id that distinguishes this screen from another one with the same credential. Lasts as long as its window, so also
 * over reloads.
 */
export function screenId(): string {
  const storedId = sessionStorage.getItem(SCREEN_KEY)
  // `randomUUID` needs a secure origin.
  const bytes = crypto.getRandomValues(new Uint8Array(SCREEN_BYTES))
  const id = storedId ?? [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(SCREEN_KEY, id)
  return id
}

const { notify, subscribe } = createListeners()
/** Makes this display report at once. */
export const reportNow = notify
export const onReportDue = subscribe
let shownId: string | null = null

/** Sets the page on screen, if any. */
export function setPageOnScreen(pageId: string | null): void {
  if (pageId === shownId) return
  shownId = pageId
  notify()
}

/** Report about this display. */
export const readHealth = (): DisplayReport => ({
  pageId: shownId,
  version: runningVersion(),
  width: window.innerWidth,
  height: window.innerHeight,
  memoryBytes: performance.memory?.usedJSHeapSize ?? null,
  stillMs: stillMs(),
})
