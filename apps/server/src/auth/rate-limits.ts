import { AppError } from '#server/http/errors.ts'
import type { Rate } from './limits.ts'

const KEYS_MAX = 50_000

/**
 * Coarse limits by network, in this instance's memory: they keep one source from using the server up. What protects
 * an account is the guess budget, which is in the database.
 */
export function createRateLimits(now: () => number) {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function windowOf(rate: Rate, key: string) {
    const name = `${rate.name} ${key}`
    const known = windows.get(name)
    if (known && known.endsAt > now()) return known
    const [oldest] = windows.keys()
    if (windows.size >= KEYS_MAX && oldest !== undefined) windows.delete(oldest)
    // Anew at the end, so that the oldest window is always the first.
    windows.delete(name)
    const fresh = { count: 0, endsAt: now() + rate.windowMs }
    windows.set(name, fresh)
    return fresh
  }

  function check(rate: Rate, key: string) {
    const window = windowOf(rate, key)
    if (window.count >= rate.max) {
      throw new AppError('too_many', rate.message, {
        code: rate.code ?? 'auth.too_many',
        retryAfterSeconds: (window.endsAt - now()) / 1000,
      })
    }
    return window
  }

  return {
    /** @throws AppError too_many where the window is full; counts nothing. */
    check: (rate: Rate, key: string): void => void check(rate, key),
    count: (rate: Rate, key: string): void => void windowOf(rate, key).count++,
    /** Counts one more. @throws AppError too_many where the window is full. */
    take: (rate: Rate, key: string): void => void check(rate, key).count++,
  }
}
export type RateLimits = ReturnType<typeof createRateLimits>
