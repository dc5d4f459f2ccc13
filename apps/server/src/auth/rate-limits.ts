import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'
import { AppError } from '#server/http/errors.ts'
import type { Rate } from './limits.ts'

const SUBJECT = 'limits.counted'
const KEYS_MAX = 50_000
/** By how much the clocks of instances may differ. */
const CLOCKS_APART_MS = 60_000

const counted = z.object({ by: z.string(), name: z.string(), endsAt: z.number() })

/**
 * Coarse limits by network, in memory: they keep one source from using the server up. Instances tell each other what
 * they count; while they can't, each counts alone. What protects an account is the guess budget, which is in the database.
 */
export function createRateLimits(now: () => number, bus: Bus) {
  const me = randomUUID()
  const windows = new Map<string, { count: number; endsAt: number }>()

  bus.subscribe(SUBJECT, (message) => {
    const { by, name, endsAt } = counted.parse(message)
    if (by !== me) windowOf(name, endsAt).count++
  })

  function windowOf(name: string, endsAt: number) {
    const known = windows.get(name)
    // One that ends much later than one that begins now was begun before the clock was put back.
    if (known && known.endsAt > now() && known.endsAt <= endsAt + CLOCKS_APART_MS) return known
    const [oldest] = windows.keys()
    if (windows.size >= KEYS_MAX && oldest !== undefined) windows.delete(oldest)
    // Anew at the end, so that the oldest window is always the first.
    windows.delete(name)
    const fresh = { count: 0, endsAt }
    windows.set(name, fresh)
    return fresh
  }

  const nameOf = (rate: Rate, key: string) => `${rate.name} ${key}`

  function check(rate: Rate, key: string): void {
    const window = windowOf(nameOf(rate, key), now() + rate.windowMs)
    if (window.count < rate.max) return
    throw new AppError('too_many', rate.message, {
      code: rate.code ?? 'auth.too_many',
      retryAfterSeconds: (window.endsAt - now()) / 1000,
    })
  }

  function count(rate: Rate, key: string): void {
    const name = nameOf(rate, key)
    const window = windowOf(name, now() + rate.windowMs)
    window.count++
    void bus.publish(SUBJECT, { by: me, name, endsAt: window.endsAt })
  }

  return {
    /** @throws AppError too_many where the window is full; counts nothing. */
    check,
    count,
    /** Counts one more. @throws AppError too_many where the window is full. */
    take(rate: Rate, key: string): void {
      check(rate, key)
      count(rate, key)
    },
  }
}
export type RateLimits = ReturnType<typeof createRateLimits>
