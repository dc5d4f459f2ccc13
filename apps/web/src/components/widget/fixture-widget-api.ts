import type { PreviewFixture } from '@atalaya/contract/module-fixture'
import type { AgentView, AlertsView, FleetView, SeriesView, SourceView } from '@atalaya/module-sdk'
import type { StorageBackend } from '@atalaya/module-sdk/storage'
import { fixturePhotos } from '#web/components/widget/fixture-photos.ts'
import type { Fixture } from '#web/components/widget/widget.tsx'

const STEP_MS = 10_000

/** Data for a widget in a preview: the module's sample data and nothing of the user's. */
export const fixtureOf = (fixture: PreviewFixture): Fixture => ({
  awaySince: fixture.shows === 'away' ? hourAgo() : null,
  createApi() {
    return {
      data: constantSignal(dataOf(fixture)),
      alerts: constantSignal(alertsOf(fixture)),
      fleet: constantSignal(fleetOf(fixture)),
      series: () => constantSignal(seriesOf(fixture)),
      // The key of a sample picture is the picture itself.
      picture: (key) => constantSignal(key.startsWith('data:') ? key : null),
      agent: (agentId) => constantSignal(agentOf(fixture, agentId)),
      async request(name) {
        const body = fixture.requests[name]
        if (body === undefined) throw new Error(`The fixture has no answer to ${name}`)
        return { status: 200, body }
      },
      storage: storageOf(fixture),
      photos: async () => fixturePhotos(fixture),
    }
  },
})

const constantSignal = <T>(value: T) => ({ get: () => value, subscribe: () => () => undefined })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Keys of data whose values are times. */
const TIMES = new Set(['at', 'start', 'end'])
const hourAgo = () => new Date(Date.now() - HOUR_MS).toISOString()

function dataOf({ data, emptyData = data, day, shows }: PreviewFixture): SourceView {
  const error = 'The other server could not be asked'
  if (shows === 'loading') return { state: 'loading' }
  if (shows === 'failed') return { state: 'failed', error }
  if (data === undefined) return { state: 'failed', error: 'The fixture has no data' }
  const isStale = shows === 'stale'
  const asOf = isStale || shows === 'away' ? hourAgo() : new Date().toISOString()
  const freshness = { asOf, stale: isStale, error: isStale ? error : null }
  const shown = shows === 'empty' ? emptyData : data
  return { state: 'ready', data: day === undefined ? shown : shiftTimes(shown, daysSince(day) * DAY_MS), ...freshness }
}

const daysSince = (day: string) => Math.floor((Date.now() - Date.parse(day)) / DAY_MS)

/** Shifts the times in data. */
function shiftTimes(value: unknown, ms: number): unknown {
  if (Array.isArray(value)) return value.map((part) => shiftTimes(part, ms))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => {
    const isTime = typeof part === 'number' && TIMES.has(key)
    return [key, isTime ? part + ms : shiftTimes(part, ms)]
  })
  return Object.fromEntries(parts)
}

function storageOf({ storage = null, shows }: PreviewFixture): StorageBackend {
  let stored: unknown = shows === 'empty' ? null : storage
  return {
    async read() {
      if (shows === 'loading') await new Promise(() => undefined)
      if (shows === 'failed') throw new Error('The fixture has no storage')
      return { value: stored, version: null }
    },
    async write(value) {
      stored = value
      return true
    },
  }
}

function fleetOf({ fleet = [], shows }: PreviewFixture): FleetView {
  if (shows === 'loading' || shows === 'failed') return { state: shows }
  const agents = shows === 'empty' ? [] : fleet
  return { state: 'ready', total: agents.length, agents }
}

function alertsOf({ alerts = [], shows }: PreviewFixture): AlertsView {
  if (shows === 'loading' || shows === 'failed') return { state: shows }
  const since = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
  const firing = shows === 'empty' ? [] : alerts
  return {
    state: 'ready',
    total: firing.length,
    rules: { watching: 1, judged: 1 },
    alerts: firing.map(({ minutes, ...alert }, index) => ({ ...alert, id: String(index), openedAt: since(minutes) })),
  }
}

function seriesOf({ series, shows }: PreviewFixture): SeriesView {
  if (shows === 'loading' || shows === 'failed') return { state: shows }
  if (!series) return { state: 'missing' }
  const { stepMs, metrics } = series
  const avg = shows === 'empty' ? [] : series.avg
  // Minimum and maximum are invented: a narrow band around the average.
  const scaled = (factor: number) => avg.map((value) => value && value * factor)
  return {
    state: 'ready',
    from: Date.now() - avg.length * stepMs,
    stepMs,
    min: scaled(0.92),
    avg,
    max: scaled(1.08),
    metrics,
  }
}

function agentOf({ agent, shows }: PreviewFixture, agentId: string): AgentView {
  if (shows === 'loading' || shows === 'failed') return { state: shows }
  if (!agent || shows === 'empty') return { state: 'missing' }
  const { samples, ...shown } = agent
  const isOld = shows === 'stale' || shows === 'away'
  const end = Date.now() - (isOld ? HOUR_MS : 0)
  const at = (index: number) => new Date(end - (samples.length - 1 - index) * STEP_MS).toISOString()
  return {
    state: 'ready',
    agent: {
      ...shown,
      ...(isOld && { isOnline: false, status: shows === 'away' ? 'unknown' : 'offline' }),
      agentId,
      lastSeen: new Date(end).toISOString(),
    },
    oldSince: isOld ? new Date(end).toISOString() : null,
    samples: samples.map((metrics, index) => ({ agentId, at: at(index), metrics })),
  }
}
