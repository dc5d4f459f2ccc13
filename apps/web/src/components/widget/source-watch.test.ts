import { moduleSources, WATCH_MS } from '@atalaya/contract/module-sources'
import type { SourceState } from '@atalaya/contract/source-state'
import { createSignal } from '@atalaya/module-sdk/signal'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchData } from '#web/components/widget/source-view.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const SECOND = 1_000
const NOW = Date.parse('2026-11-21T14:02:00.000Z')
const state: SourceState = {
  source: 's1',
  data: { players: 3 },
  asOf: '2026-11-21T14:02:00.000Z',
  staleAfterMs: 3_600_000,
  error: null,
}

let reads: number
let answer: () => SourceState
let client: QueryClient
beforeEach(() => {
  startSession()
  reads = 0
  answer = () => state
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: NOW })
  answerCall(moduleSources.read, () => {
    reads += 1
    return { state: answer() }
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Waits without timers for the answer of this many reads. */
async function waitForReads(count: number) {
  for (let turns = 0; turns < 10_000 && (reads < count || client.isFetching() > 0); turns += 1)
    await new Promise((resolve) => setImmediate(resolve))
  expect(reads).toBe(count)
}
async function watch() {
  const suspended = createSignal(false)
  const stop = watchData(client, 'w1', suspended).subscribe(() => undefined)
  await waitForReads(1)
  return { suspended, stop }
}

test('a shown widget reads its source again before the server stops watching', async () => {
  const { stop } = await watch()
  vi.advanceTimersByTime(WATCH_MS / 2 - 5 * SECOND)
  expect(client.isFetching()).toBe(0)
  vi.advanceTimersByTime(5 * SECOND)
  await waitForReads(2)
  vi.advanceTimersByTime(WATCH_MS / 2 - 5 * SECOND)
  expect(client.isFetching()).toBe(0)
  vi.advanceTimersByTime(5 * SECOND)
  await waitForReads(3)
  stop()
  vi.advanceTimersByTime(WATCH_MS)
  expect(client.isFetching()).toBe(0)
})

test.each<[string, () => SourceState]>([
  ['has no data', () => ({ ...state, data: null, asOf: null })],
  ['has failed', () => ({ ...state, error: 'away' })],
  ['has old data', () => ({ ...state, asOf: '2026-11-21T12:00:00.000Z' })],
  [
    'cannot be read',
    () => {
      throw new ApiError(500, 'No')
    },
  ],
])('a source that %s is read again after ten seconds', async (_what, newAnswer) => {
  answer = newAnswer
  const { stop } = await watch()
  vi.advanceTimersByTime(5 * SECOND)
  expect(client.isFetching()).toBe(0)
  vi.advanceTimersByTime(5 * SECOND)
  await waitForReads(2)
  stop()
})

test('a clock that is set back does not delay the next read', async () => {
  const { stop } = await watch()
  vi.setSystemTime(NOW - 3_600_000)
  vi.advanceTimersByTime(WATCH_MS / 2)
  await waitForReads(2)
  stop()
})

test('a hidden page reads nothing, and reads soon after it is shown again', async () => {
  const { stop } = await watch()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(10 * WATCH_MS)
  expect(client.isFetching()).toBe(0)
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(5 * SECOND)
  await waitForReads(2)
  stop()
})

test('a widget out of view reads nothing, and reads at once when it is back', async () => {
  const { suspended, stop } = await watch()
  suspended.set(true)
  vi.advanceTimersByTime(10 * WATCH_MS)
  expect(client.isFetching()).toBe(0)
  suspended.set(false)
  await waitForReads(2)
  stop()
})
