import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWakeLock } from '#web/app/client/use-wake-lock.ts'

let visibility: DocumentVisibilityState
let heldLocks: number
beforeEach(() => {
  visibility = 'visible'
  heldLocks = 0
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  const request = async () => {
    heldLocks += 1
    return { release: async () => void heldLocks-- }
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('a display keeps its screen on, also after it was hidden, and releases the lock when it is closed', async () => {
  const { unmount } = renderHook(useWakeLock)
  await expect.poll(() => heldLocks).toBe(1)
  // The browser releases the lock while the page is hidden.
  heldLocks = 0
  for (const now of ['hidden', 'visible'] as const) {
    visibility = now
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await expect.poll(() => heldLocks).toBe(1)
  unmount()
  await expect.poll(() => heldLocks).toBe(0)
})

test('a lock that is granted after the display was closed is released', async () => {
  const { unmount } = renderHook(useWakeLock)
  unmount()
  expect(heldLocks).toBe(1)
  await expect.poll(() => heldLocks).toBe(0)
})
