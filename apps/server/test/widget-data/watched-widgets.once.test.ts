import { definePoll, type Tools } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { type AnySource, createUpstream } from '#server/widget-data/upstream.ts'
import { createUpstreams } from '#server/widget-data/upstreams.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const SECOND = 1000
const WATCH_MS = 10 * SECOND
const SWEEP_EVERY_MS = 60 * SECOND
/** Maximum of idle sources that are kept. */
const IDLE_MAX = 200

/** Sources under stopped timers, with the receivers of each of their states. */
function createWorld() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const emitted: { watchers: string[]; widgetIds: string[] }[] = []
  const faults = createFaults((error) => expect.unreachable(String(error)))
  const upstreams = createUpstreams({
    watchMs: WATCH_MS,
    sweepEveryMs: SWEEP_EVERY_MS,
    now: Date.now,
    open: (wanted, onChange) => createUpstream({ ...wanted, faults, now: Date.now, onChange }),
    emit: (_state, watchers, widgetIds) => void emitted.push({ watchers, widgetIds }),
  })
  onTestFinished(() => upstreams.close())
  const source = definePoll({ intervalMs: SECOND, fetch: async () => 1 }) as AnySource
  const toolsFor = (signal: AbortSignal) => ({ signal }) as Tools
  const watch = (watcher: string, key: string, widgetId: string | null = null) =>
    upstreams.watch(key, watcher, { source, config: {}, toolsFor }, widgetId)
  return { emitted, watch }
}

test('data reach only displays and widgets that were read lately', async () => {
  const { emitted, watch } = createWorld()
  watch('hall', 'k', 'first')
  await vi.advanceTimersByTimeAsync(6 * SECOND)
  watch('porch', 'k', 'second')
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(emitted.at(-1)).toEqual({ watchers: ['hall', 'porch'], widgetIds: ['first', 'second'] })
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  expect(emitted.at(-1)).toEqual({ watchers: ['porch'], widgetIds: ['second'] })
})

test('of idle sources, those that were watched last are kept', async () => {
  const { watch } = createWorld()
  const sources = Array.from({ length: IDLE_MAX + 1 }, (_, n) => watch(`user ${n}`, `k${n}`))
  watch('user 0', 'k0')
  await vi.advanceTimersByTimeAsync(2 * SWEEP_EVERY_MS)
  expect([watch('ada', 'k0') === sources[0], watch('ada', 'k1') === sources[1]]).toEqual([true, false])
})

test('watchers of many sources are looked through in parts', () =>
  inStoppedTime(async (advance) => {
    const [SOURCES, WATCHERS] = [100, 50]
    const turns = countTurns()
    onTestFinished(turns.stop)
    const readsPerTurn = new Map<number, number>()
    const now = () => {
      readsPerTurn.set(turns.turn, (readsPerTurn.get(turns.turn) ?? 0) + 1)
      return 0
    }
    const idle = { state: () => expect.unreachable(), waitForState: async () => {}, start() {}, stop() {} }
    const open = () => ({ ...idle, isRunning: () => true })
    const upstreams = createUpstreams({ watchMs: WATCH_MS, sweepEveryMs: SWEEP_EVERY_MS, now, open, emit: () => {} })
    for (let n = 0; n < SOURCES * WATCHERS; n += 1) {
      upstreams.watch(`k${n % SOURCES}`, `user ${Math.floor(n / SOURCES)}`, {} as never)
    }
    readsPerTurn.clear()
    await advance(SWEEP_EVERY_MS)
    const total = () => [...readsPerTurn.values()].reduce((sum, count) => sum + count, 0)
    while (total() < SOURCES * WATCHERS) await new Promise((resolve) => setImmediate(resolve))
    expect(Math.max(...readsPerTurn.values())).toBeLessThanOrEqual(20 * WATCHERS)
    upstreams.close()
  }))
