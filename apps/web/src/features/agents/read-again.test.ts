import { type CommandStatus, commands } from '@atalaya/contract/commands'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { agentCommandsQuery, batchQuery } from '#web/features/agents/commands/commands.queries.ts'
import { machinesQuery, rangeQuery } from '#web/features/agents/telemetry.queries.ts'
import { aBatch, aCommand } from '#web/features/agents/testing/a-command.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const START = Date.parse('2026-03-01T12:00:00.000Z')

let spans: { from: number; to: number }[]
beforeEach(() => {
  startSession()
  spans = []
  answerCall(telemetry.range, ({ query }): Range => {
    spans.push({ from: Date.parse(String(query?.from)) - START, to: Date.parse(String(query?.to)) - START })
    return { from: START, stepMs: SECOND_MS, tier: 'raw', counts: [], series: [], metrics: [] }
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: START })
})
afterEach(() => void vi.useRealTimers())

/** Observes a query, as a screen does. Returns a function that waits until nothing is being fetched. */
function observe(options: object) {
  const observer = new QueryObserver(new QueryClient(), options as QueryObserverOptions)
  onTestFinished(observer.subscribe(() => undefined))
  return () => expect.poll(() => observer.getCurrentResult().fetchStatus, { interval: 5 }).toBe('idle')
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const request = { id: 'a', points: 240, metrics: ['cpu.percent'] }
const notCompared = { comparedIds: [], tag: null }

test.each([
  ['a range', rangeQuery({ ...request, spanMs: HOUR_MS })],
  ['a chart', machinesQuery({ ...request, ...notCompared, time: { lastMs: HOUR_MS } })],
])('%s that ends now moves on with the time', async (_what, options) => {
  const waitUntilIdle = observe(options)
  await waitUntilIdle()
  await pass(15 * SECOND_MS)
  await waitUntilIdle()
  expect(spans).toEqual([
    { from: -HOUR_MS, to: 0 },
    { from: -HOUR_MS + 15 * SECOND_MS, to: 15 * SECOND_MS },
  ])
})

test('a chart of a past time is read once', async () => {
  const time = { from: START - HOUR_MS, to: START }
  const waitUntilIdle = observe(machinesQuery({ ...request, ...notCompared, time }))
  await waitUntilIdle()
  await pass(HOUR_MS)
  await waitUntilIdle()
  expect(spans).toHaveLength(1)
})

test('a batch is read again until its last command has ended', async () => {
  let requests = 0
  let counts: (typeof aBatch)['counts'] = { queued: 1 }
  answerCall(commands.batch, () => {
    requests += 1
    const pagination = { total: 0, current: 1, pages: 1, pageSize: 50 }
    return { batch: { ...aBatch, counts }, commands: [], pagination }
  })
  const waitUntilIdle = observe(batchQuery('b1', { page: 1, status: undefined }))
  await waitUntilIdle()
  counts = { succeeded: 1 }
  for (const count of [2, 2, 2]) {
    await pass(5 * SECOND_MS)
    await waitUntilIdle()
    expect(requests).toBe(count)
  }
})

test('the history of an agent is read again until all of its commands have ended', async () => {
  let requests = 0
  let last: CommandStatus = 'running'
  answerCall(commands.listOfAgent, () => {
    requests += 1
    const pagination = { total: 2, current: 1, pages: 1, pageSize: 10 }
    return { commands: [aCommand({ status: 'succeeded' }), aCommand({ status: last })], pagination }
  })
  const waitUntilIdle = observe(agentCommandsQuery('a', 1, 10))
  await waitUntilIdle()
  await pass(5 * SECOND_MS)
  await waitUntilIdle()
  expect(requests).toBe(2)
  last = 'failed'
  for (const count of [3, 3]) {
    await pass(5 * SECOND_MS)
    await waitUntilIdle()
    expect(requests).toBe(count)
  }
})
