import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stops the page's clock: only `advance` moves it, however slow the machine is. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
}

export const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const POLL_TIMEOUT_MS = 10_000

/** Polls until `assertion` succeeds while the clock stands still; for network and code that are on their way. */
export async function waitUntil<T>(assertion: () => T): Promise<T> {
  const end = performance.now() + POLL_TIMEOUT_MS
  while (true) {
    await advance(0)
    try {
      return assertion()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}
