import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWakeLock } from '#web/app/client/use-wake-lock.ts'

let visibility: DocumentVisibilityState
let held: number
beforeEach(() => {
  visibility = 'visible'
  held = 0
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  const request = async () => {
    held += 1
    return { release: async () => void held-- }
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('a display keeps its screen on, also after it was hidden, and releases the lock when it is closed', async () => {
  const { unmount } = renderHook(useWakeLock)
  await expect.poll(() => held).toBe(1)
  // The browser releases the lock while the page is hidden.
  held = 0
  for (const now of ['hidden', 'visible'] as const) {
    visibility = now
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await expect.poll(() => held).toBe(1)
  unmount()
  await expect.poll(() => held).toBe(0)
})

test('a lock that is granted after the display was closed is released', async () => {
  const { unmount } = renderHook(useWakeLock)
  unmount()
  expect(held).toBe(1)
  await expect.poll(() => held).toBe(0)
})
