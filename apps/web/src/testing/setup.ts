import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { clearSession } from '#web/lib/session/session.ts'
import { server } from '#web/testing/server.ts'

// Longer than the library's default of a second: a busy machine took more than twelve to compile a file's first screen.
configure({ asyncUtilTimeout: 30_000 })

// A request that no test expects is an error, not something to wait for.
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
// Resets the state of the server: the test before, or its late requests, may have marked it as unreachable.
beforeEach(() => {
  queryClient.clear()
  recordAnswer(true)
})
afterEach(() => {
  toast.dismiss()
  cleanup()
  server.resetHandlers()
  clearSession()
  localStorage.clear()
  sessionStorage.clear()
})
// Waits for code that a screen loads when the browser is idle: its import would fail after the end.
afterAll(async () => {
  await vi.dynamicImportSettled()
  server.close()
})

// jsdom has no layout: stands in for a wide screen without motion.
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => undefined
window.IntersectionObserver ??= class {
  root = null
  rootMargin = ''
  scrollMargin = ''
  thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
