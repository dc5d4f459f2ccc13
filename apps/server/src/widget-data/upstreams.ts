import type { SourceState } from '@atalaya/contract/source-state'
import { AppError } from '#server/domain/errors.ts'
import type { Upstream, Wanted } from './upstream.ts'

/** Upstreams at work at a time, in all and for the widgets of one user. */
const RUNNING_MAX = 500
const RUNNING_OF_USER_MAX = 100
/** Upstreams that rest, kept for what they said last. */
const RESTING_MAX = 200
const SWEEP_MS = 15_000

type Needs = {
  watchMs: number
  now: () => number
  /** Makes an upstream that rests; `onChange` hears what it says. */
  open: (wanted: Wanted, onChange: (state: SourceState) => void) => Upstream
  emit: (state: SourceState, userIds: string[]) => void
  sweepMs?: number
}
type Entry = { upstream: Upstream; watchers: Map<string, number> }

/**
 * Keeps one upstream for each key, at work while anybody watches. Who asks watches for a while, and asks again. In this
 * process's memory: of several instances each has its own upstream for those who asked it.
 */
export function createUpstreams({ watchMs, now, open, emit, sweepMs = SWEEP_MS }: Needs) {
  /** In the order of the last watcher, so that the first that rests has rested longest. */
  const entries = new Map<string, Entry>()
  const sweeper = setInterval(sweep, sweepMs)
  sweeper.unref()

  const running = () => [...entries.values()].filter(({ upstream }) => upstream.isRunning())

  function sweep(): void {
    for (const { upstream, watchers } of running()) {
      for (const [userId, until] of watchers) if (until <= now()) watchers.delete(userId)
      if (watchers.size === 0) upstream.stop()
    }
    const resting = [...entries].filter(([, { upstream }]) => !upstream.isRunning())
    for (const [key] of resting.slice(0, -RESTING_MAX)) entries.delete(key)
  }

  function make(wanted: Wanted): Entry {
    const watchers = new Map<string, number>()
    const upstream = open(wanted, (state) => {
      const userIds = [...watchers].filter(([, until]) => until > now()).map(([userId]) => userId)
      if (userIds.length > 0) emit(state, userIds)
    })
    return { upstream, watchers }
  }

  /** Stops the upstream that rested longest of whoever alone watches most, where that is more than `own`; tells whether it did. */
  function giveWay(own: number): boolean {
    const alone = running().filter(({ watchers }) => watchers.size === 1)
    const shares = Object.values(Object.groupBy(alone, ({ watchers }) => [...watchers.keys()].join()))
    const largest = shares.toSorted((a = [], b = []) => b.length - a.length)[0] ?? []
    const [first] = largest
    if (!first || largest.length <= own + 1) return false
    first.watchers.clear()
    first.upstream.stop()
    return true
  }

  function refuseTooMany(userId: string): void {
    const own = running().filter(({ watchers }) => watchers.has(userId)).length
    if (own < RUNNING_OF_USER_MAX && (running().length < RUNNING_MAX || giveWay(own))) return
    throw new AppError('too_many', 'Too many data sources are watched at a time', { code: 'modules.too_many_sources' })
  }

  return {
    /** Watches the upstream of this key for a user, and starts it where it rests. @throws AppError too_many */
    watch(key: string, userId: string, wanted: Wanted): Upstream {
      const known = entries.get(key)
      if (!known?.upstream.isRunning() || !known.watchers.has(userId)) refuseTooMany(userId)
      const entry = known ?? make(wanted)
      entries.delete(key)
      entries.set(key, entry)
      entry.watchers.set(userId, now() + watchMs)
      entry.upstream.start()
      return entry.upstream
    },

    count: (): number => running().length,

    close(): void {
      clearInterval(sweeper)
      for (const { upstream } of entries.values()) upstream.stop()
    },
  }
}
export type Upstreams = ReturnType<typeof createUpstreams>
