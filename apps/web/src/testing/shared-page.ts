import { afterAll, vi } from 'vitest'

// The files of a worker share one page and its modules: loading both for each file takes more than half of the time.
// Each file therefore restores them.

/** Events for which each rendered app listens on the document to prefetch links; it never removes the listeners. */
const PREFETCH_EVENTS = new Set(['pointerover', 'focusin', 'touchstart'])
const { addEventListener } = document
const listeners: [string, EventListenerOrEventListenerObject][] = []
document.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
) => {
  if (PREFETCH_EVENTS.has(type)) listeners.push([type, listener])
  addEventListener.call(document, type, listener, options)
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.addEventListener = addEventListener
  for (const [type, listener] of listeners) document.removeEventListener(type, listener)
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.body.replaceChildren()
  document.title = ''
  history.replaceState(null, '', '/')
})
