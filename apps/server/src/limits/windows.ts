import { CLOCK_SKEW_MAX_MS } from './limits.ts'

/** Maximum of kept windows of one limit: so many open ones, and as many full ones. */
export const WINDOWS_MAX = 10_000

type Window = { count: number; endsAt: number }

/**
 * The windows of one limit, by key. Their number is bounded: a new one pushes out the one that began first. Full ones
 * are kept apart, so that traffic of many other keys does not reopen them.
 */
export function createWindows(now: () => number) {
  const open = new Map<string, Window>()
  const full = new Map<string, Window>()

  /** The key's current window; null if there is none. `endsAt` is when a window that began now would end. */
  function find(key: string, endsAt: number): Window | null {
    const window = full.get(key) ?? open.get(key)
    // A window that ends much later was begun before the clock was set back.
    return window && window.endsAt > now() && window.endsAt <= endsAt + CLOCK_SKEW_MAX_MS ? window : null
  }

  function keep(windows: Map<string, Window>, key: string, window: Window): void {
    open.delete(key)
    full.delete(key)
    const [oldest] = windows.keys()
    if (windows.size >= WINDOWS_MAX && oldest !== undefined) windows.delete(oldest)
    windows.set(key, window)
  }

  return {
    find,
    /** Counts one more for a key with a window of `max`; begins one until `endsAt` if none is open. */
    add(key: string, max: number, endsAt: number): Window {
      const known = find(key, endsAt)
      const window = known ?? { count: 0, endsAt }
      window.count++
      if (window.count >= max && !full.has(key)) keep(full, key, window)
      else if (!known) keep(open, key, window)
      return window
    },
  }
}
