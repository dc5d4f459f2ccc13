import { agents } from '@atalaya/contract/agents'
import { alerts } from '@atalaya/contract/alert-incidents'
import { telemetry } from '@atalaya/contract/telemetry'
import { createSignal } from '@atalaya/module-sdk/signal'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchAlerts } from '#web/components/widget/alerts-view.ts'
import { watchFleet } from '#web/components/widget/fleet-view.ts'
import { watchSeries } from '#web/components/widget/series-view.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const NOW = Date.parse('2026-11-21T14:02:00.000Z')
const series = (spanMs: number) => (client: QueryClient, suspended: ReturnType<typeof createSignal<boolean>>) =>
  watchSeries(client, suspended, { agentId: 'nas', metric: 'cpu.percent', spanMs })

/** Time of each read, in seconds from the start; for a series, the end of the requested range. */
let reads: number[]
let client: QueryClient
beforeEach(() => {
  startSession()
  reads = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW })
  const record = (at = Date.now()) => void reads.push((at - NOW) / SECOND)
  answerCall(alerts.list, () => {
    record()
    return { incidents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 50 } }
  })
  answerCall(agents.list, () => {
    record()
    return { agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 100 } }
  })
  answerCall(telemetry.range, ({ query }) => {
    record(Date.parse(String(query.to)))
    return { from: NOW, stepMs: 10_000, tier: 'raw' as const, counts: [], series: [], metrics: [] }
  })
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

/** Waits without timers for the answers of the reads under way. */
async function waitForAnswers() {
  do await new Promise((resolve) => setImmediate(resolve))
  while (client.isFetching() > 0)
}
async function advance(seconds: number) {
  vi.advanceTimersByTime(seconds * SECOND)
  await waitForAnswers()
}

test.each([
  ['the alerts', watchAlerts, 60],
  ['the fleet', watchFleet, 60],
  ['the last hour of a number', series(HOUR), 15],
  ['the last minute of a number', series(HOUR / 60), 10],
  ['the last week of a number', series(7 * 24 * HOUR), 60],
])('a widget with %s reads again, unless it is out of view', async (_what, watch, seconds) => {
  const suspended = createSignal(false)
  const stop = watch(client, suspended).subscribe(() => undefined)
  await waitForAnswers()
  await advance(seconds - 1)
  expect(reads).toEqual([0])
  await advance(1)
  expect(reads).toEqual([0, seconds])
  suspended.set(true)
  await advance(10 * seconds)
  expect(reads).toEqual([0, seconds])
  suspended.set(false)
  await waitForAnswers()
  expect(reads).toEqual([0, seconds, 11 * seconds])
  stop()
  await advance(10 * seconds)
  expect(reads).toHaveLength(3)
})
