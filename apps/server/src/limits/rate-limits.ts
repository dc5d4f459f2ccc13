import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#server/domain/errors.ts'
import type { Bus } from '#server/events/bus.ts'
import { ipv6SiteOf, networkOf } from '#server/http/address.ts'
import { IPV6_SITE_MULTIPLIER, type Rate } from './limits.ts'
import { createWindows } from './windows.ts'

const SUBJECT = 'limits.counted'

/** One window: its limit, its key, and its maximum. */
const windowKey = z.object({ limit: z.string(), key: z.string(), max: z.number() })
type WindowKey = z.infer<typeof windowKey>
const countedWindow = windowKey.extend({ by: z.string(), endsAt: z.number() })

/**
 * Coarse limits, in memory: they keep one source from using the server up. Each limit has windows of its own, so that
 * the traffic of one can't push out those of another. Instances exchange their counts; while they can't, each counts
 * alone.
 *
 * Accounts are protected by the guess budget, which is in the database.
 */
export function createRateLimits(now: () => number, bus: Bus) {
  const thisInstance = randomUUID()
  const limits = new Map<string, ReturnType<typeof createWindows>>()

  bus.subscribe(SUBJECT, (message) => {
    const { by, limit, key, max, endsAt } = countedWindow.parse(message)
    if (by !== thisInstance) windowsOf(limit).add(key, max, endsAt)
  })

  function windowsOf(limit: string) {
    const windows = limits.get(limit) ?? createWindows(now)
    limits.set(limit, windows)
    return windows
  }

  function check(rate: Rate, key: string): void {
    for (const windowId of windowKeysOf(rate, key)) {
      const window = windowsOf(windowId.limit).find(windowId.key, now() + rate.windowMs)
      if (!window || window.count < windowId.max) continue
      throw new AppError('too_many', rate.message, {
        code: rate.code ?? 'auth.too_many',
        retryAfterSeconds: (window.endsAt - now()) / 1000,
      })
    }
  }

  function count(rate: Rate, key: string): void {
    for (const windowId of windowKeysOf(rate, key)) {
      const { endsAt } = windowsOf(windowId.limit).add(windowId.key, windowId.max, now() + rate.windowMs)
      if (!rate.isPerInstance) bus.publish(SUBJECT, { by: thisInstance, ...windowId, endsAt })
    }
  }

  return {
    /** @throws AppError too_many if the window is full; counts nothing. */
    check,
    /** Counts one more, even beyond the maximum. */
    count,
    /** Checks, then counts one more. @throws AppError too_many if the window is full. */
    spend(rate: Rate, key: string): void {
      check(rate, key)
      count(rate, key)
    },
  }
}
export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Windows in which a limit counts a key. An IPv6 address counts in its network, and in its site, because one customer
 * may have many networks.
 */
function windowKeysOf({ name, max, isByAddress }: Rate, key: string): WindowKey[] {
  if (!isByAddress) return [{ limit: name, key, max }]
  const [network, site] = [networkOf(key), ipv6SiteOf(key)]
  const networkKey = { limit: name, key: network, max }
  return site === network
    ? [networkKey]
    : [networkKey, { limit: `${name} of a site`, key: site, max: max * IPV6_SITE_MULTIPLIER }]
}
