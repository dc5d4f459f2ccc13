import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { noteAnswer } from '#web/lib/reachable.ts'
import { clearSession } from '#web/lib/session.ts'
import { server } from '#web/testing/server.ts'

// A busy machine needs longer than the library's own second, most of all for the first screen of a file, which is
// still to be compiled: more than five seconds have been seen.
configure({ asyncUtilTimeout: 12_000 })

// A request that no test expects is a mistake, not something to wait for.
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
// The test before it may have left the server away, and a request of its own may have said so after its end.
beforeEach(() => {
  queryClient.clear()
  noteAnswer(true)
})
afterEach(() => {
  toast.dismiss()
  cleanup()
  server.resetHandlers()
  clearSession()
  localStorage.clear()
  sessionStorage.clear()
})
// What a screen loads once the browser rests may still be on its way: it would come to nothing.
afterAll(async () => {
  await vi.dynamicImportSettled()
  server.close()
})

// jsdom has no layout: the few things that components ask of it, answered as a wide, still screen would.
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
