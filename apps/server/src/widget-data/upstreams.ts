import type { SourceState } from '@atalaya/contract/source-state'
import { AppError } from '#server/domain/errors.ts'
import type { Upstream, UpstreamSource } from './upstream.ts'

/** Maximum of running upstreams: in all, and for the widgets of one user or display. */
const RUNNING_MAX = 500
const RUNNING_PER_WATCHER_MAX = 100
/** Maximum of idle upstreams, kept for their last data. */
const IDLE_MAX = 200
/** Maximum of displays' widgets that are remembered for one upstream; the most recently read ones are kept. */
const SHOWN_MAX = 1000
const SWEEP_EVERY_MS = 15_000
/** Upstreams swept in one turn of the event loop; each may have thousands of watchers. */
const SWEPT_PER_TURN = 10

type Needs = {
  watchMs: number
  now: () => number
  /** Makes an idle upstream; `onChange` is called with its states. */
  open: (wanted: UpstreamSource, onChange: (state: SourceState) => void) => Upstream
  /** Publishes a state. `widgetIds` are watched by displays: every display that shows such a widget gets it. */
  emit: (state: SourceState, watchers: string[], widgetIds: string[]) => void
  sweepEveryMs?: number
}
type EndTimes = Map<string, number>
/** `watchers` are users and displays, `shown` the widgets that displays watch for; both with the end of their watch. */
type Entry = { upstream: Upstream; watchers: EndTimes; shown: EndTimes }

/**
 * Keeps one upstream for each key, which runs while anybody watches. A watcher counts for `watchMs` after each request.
 * Each instance has its own upstreams, in memory, for its watchers.
 */
export function createUpstreams({ watchMs, now, open, emit, sweepEveryMs = SWEEP_EVERY_MS }: Needs) {
  /** Upstreams, sorted by their last watcher: the first idle one has been idle longest. */
  const entries = new Map<string, Entry>()
  const sweeper = setInterval(sweep, sweepEveryMs)
  sweeper.unref()

  const running = () => [...entries.values()].filter(({ upstream }) => upstream.isRunning())

  function forgetEnded(endTimes: EndTimes): void {
    for (const [id, endsAt] of endTimes) if (endsAt <= now()) endTimes.delete(id)
  }

  function forgetWatchers(swept: Entry[]): void {
    for (const { upstream, watchers, shown } of swept.slice(0, SWEPT_PER_TURN)) {
      forgetEnded(watchers)
      forgetEnded(shown)
      if (watchers.size === 0) upstream.stop()
    }
    if (swept.length > SWEPT_PER_TURN) setImmediate(forgetWatchers, swept.slice(SWEPT_PER_TURN))
  }

  function sweep(): void {
    forgetWatchers(running())
    const idle = [...entries].filter(([, { upstream }]) => !upstream.isRunning())
    for (const [key] of idle.slice(0, -IDLE_MAX)) entries.delete(key)
  }

  function make(wanted: UpstreamSource): Entry {
    const [watchers, shown]: [EndTimes, EndTimes] = [new Map(), new Map()]
    const currentIds = (endTimes: EndTimes) => [...endTimes].filter(([, endsAt]) => endsAt > now()).map(([id]) => id)
    const upstream = open(wanted, (state) => {
      const watching = currentIds(watchers)
      if (watching.length > 0) emit(state, watching, currentIds(shown))
    })
    return { upstream, watchers, shown }
  }

  /**
   * Makes room for somebody who watches `ownCount` upstreams. Finds the user who alone watches the most, and stops
   * their oldest one if they have at least two more. True if it stopped one.
   */
  function makeRoom(ownCount: number): boolean {
    const soleWatched = running().filter(({ watchers }) => watchers.size === 1)
    const groups = Object.values(Object.groupBy(soleWatched, ({ watchers }) => [...watchers.keys()].join()))
    const largest = groups.toSorted((a = [], b = []) => b.length - a.length)[0] ?? []
    const [oldest] = largest
    if (!oldest || largest.length <= ownCount + 1) return false
    oldest.watchers.clear()
    oldest.upstream.stop()
    return true
  }

  function refuseTooMany(watcher: string): void {
    const ownCount = running().filter(({ watchers }) => watchers.has(watcher)).length
    if (ownCount < RUNNING_PER_WATCHER_MAX && (running().length < RUNNING_MAX || makeRoom(ownCount))) return
    throw new AppError('too_many', 'Too many data sources are watched at a time', { code: 'modules.too_many_sources' })
  }

  function addShown({ shown }: Entry, widgetId: string): void {
    shown.delete(widgetId)
    shown.set(widgetId, now() + watchMs)
    const [oldest] = shown.size > SHOWN_MAX ? shown.keys() : []
    if (oldest !== undefined) shown.delete(oldest)
  }

  return {
    /**
     * Watches the upstream of this key, and starts it if it is idle. A display watches for one of the widgets on it.
     *
     * @throws AppError too_many if too many are watched, in all or by this watcher
     */
    watch(key: string, watcher: string, wanted: UpstreamSource, shownWidget: string | null = null): Upstream {
      const known = entries.get(key)
      if (!known?.upstream.isRunning() || !known.watchers.has(watcher)) refuseTooMany(watcher)
      const entry = known ?? make(wanted)
      entries.delete(key)
      entries.set(key, entry)
      entry.watchers.set(watcher, now() + watchMs)
      if (shownWidget !== null) addShown(entry, shownWidget)
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
