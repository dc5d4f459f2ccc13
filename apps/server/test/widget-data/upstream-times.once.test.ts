import { definePoll, defineStream, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { type AnySource, createUpstream } from '#server/widget-data/upstream.ts'

const SECOND = 1000
const HELD_MS = 120 * SECOND
/** Number of connections that break at once, before one holds. */
const BROKEN = 8

/** Starts an upstream under stopped timers. `now` may be a clock that the test sets. */
function startUpstream(source: unknown, now = () => Date.now()) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const upstream = createUpstream({
    source: source as AnySource,
    config: {},
    now,
    onChange: () => {},
    toolsFor: (signal) => ({ signal }) as Tools,
    faults: createFaults((error) => expect.unreachable(String(error))),
  })
  onTestFinished(() => upstream.stop())
  upstream.start()
  return upstream
}

test('a connection that held for long is reopened soon, however often it broke before', async () => {
  const begun: number[] = []
  const source = defineStream({
    staleAfterMs: SECOND,
    async run(_config, _tools, emit) {
      emit(begun.push(Date.now()))
      if (begun.length > BROKEN) await new Promise((resolve) => setTimeout(resolve, HELD_MS))
    },
  })
  startUpstream(source)
  while (begun.length < BROKEN + 2) await vi.advanceTimersByTimeAsync(SECOND)
  const pauses = begun.slice(1).map((at, n) => at - (begun[n] ?? 0))
  expect(pauses.at(BROKEN - 1)).toBeGreaterThanOrEqual(60 * SECOND)
  // Five seconds, and up to a quarter more.
  expect(pauses.at(BROKEN)).toBeLessThan(HELD_MS + 7 * SECOND)
})

test('a failure after a success is retried soon, however often the source failed before', async () => {
  const begun: number[] = []
  const fetch = async () => {
    if (begun.push(Date.now()) !== 5) throw new SourceError('It is away.')
    return 1
  }
  startUpstream(definePoll({ intervalMs: SECOND, fetch }))
  while (begun.length < 7) await vi.advanceTimersByTimeAsync(SECOND)
  const pauses = begun.slice(1).map((at, n) => at - (begun[n] ?? 0))
  expect(pauses[3]).toBeGreaterThanOrEqual(40 * SECOND)
  expect(pauses[5]).toBeLessThan(7 * SECOND)
})

test('all that a poll has begun ends with its answer', async () => {
  let signal: AbortSignal | undefined
  const fetch = async (_config: object, tools: Tools) => {
    signal = tools.signal
    return 1
  }
  const upstream = startUpstream(definePoll({ intervalMs: 60 * SECOND, fetch }))
  await vi.advanceTimersByTimeAsync(0)
  expect(upstream.state().data).toBe(1)
  expect(signal?.aborted).toBe(true)
})

test('a viewer of a restarted source waits for its next answer, not for its last error', async () => {
  let isAway = true
  const fetch = async () => {
    if (isAway) throw new SourceError('It is away.')
    return 1
  }
  const upstream = startUpstream(definePoll({ intervalMs: SECOND, fetch }))
  await vi.advanceTimersByTimeAsync(0)
  expect(upstream.state().error).toBe('It is away.')
  upstream.stop()
  isAway = false
  upstream.start()
  const shown = upstream.waitForState(10 * SECOND).then(() => upstream.state().data)
  await vi.advanceTimersByTimeAsync(8 * SECOND)
  expect(await shown).toBe(1)
})

test('a source is requested again in time even if the clock is set back during its answer', async () => {
  let clock = 10 * HELD_MS
  let requests = 0
  const fetch = async () => {
    if (requests++ === 0) clock -= HELD_MS
    return requests
  }
  startUpstream(definePoll({ intervalMs: SECOND, fetch }), () => clock)
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(requests).toBe(2)
})

test.each(['answered', 'failed'])(
  'a source that %s is requested in time after a restart, though the clock was set back',
  async (how) => {
    let clock = 10 * HELD_MS
    let requests = 0
    const fetch = async () => {
      requests += 1
      if (how === 'failed') throw new SourceError('It is away.')
      return requests
    }
    const upstream = startUpstream(definePoll({ intervalMs: 5 * SECOND, fetch }), () => clock)
    await vi.advanceTimersByTimeAsync(0)
    upstream.stop()
    clock -= HELD_MS
    upstream.start()
    await vi.advanceTimersByTimeAsync(4 * SECOND)
    expect(requests).toBe(1)
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    expect(requests).toBe(2)
  },
)
