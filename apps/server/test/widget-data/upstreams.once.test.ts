import type { SourceState } from '@atalaya/contract/source-state'
import { definePoll, defineStream, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { type AnySource, createUpstream } from '#server/widget-data/upstream.ts'
import { createUpstreams } from '#server/widget-data/upstreams.ts'

const WATCH_MS = 1000

/** Upstreams under a clock of their own, with their messages to each watcher. */
function createWorld() {
  const clock = { now: 1_000_000 }
  const emitted: { state: SourceState; userIds: string[] }[] = []
  const faultMessages: string[] = []
  const faults = createFaults((error) => faultMessages.push((error as Error).message))
  const emit = (state: SourceState, userIds: string[]) => void emitted.push({ state, userIds })
  const open: Parameters<typeof createUpstreams>[0]['open'] = (wanted, onChange) =>
    createUpstream({ ...wanted, faults, now: Date.now, onChange })
  const upstreams = createUpstreams({ watchMs: WATCH_MS, now: () => clock.now, open, emit, sweepEveryMs: 5 })
  onTestFinished(() => upstreams.close())
  const toolsFor = (signal: AbortSignal) => ({ signal }) as Tools
  const watch = (source: unknown, user = 'ada', key = 'k') =>
    upstreams.watch(key, user, { source: source as AnySource, config: {}, toolsFor })
  return { upstreams, clock, emitted, faults, faultMessages, watch }
}

test('many watchers of one key share one upstream, which is requested once per interval', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { upstreams, watch, emitted } = createWorld()
  let requests = 0
  let open = 0
  const source = definePoll({
    intervalMs: 1000,
    async fetch() {
      open += 1
      expect(open).toBe(1)
      requests += 1
      await new Promise((resolve) => setTimeout(resolve, 10))
      open -= 1
      return requests
    },
  })
  const watched = Array.from({ length: 200 }, (_, n) => watch(source, `user-${n}`))
  expect(new Set(watched).size).toBe(1)
  expect(upstreams.count()).toBe(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(requests).toBe(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(requests).toBe(4)
  expect(emitted[0]?.userIds).toHaveLength(200)
  expect(emitted.map(({ state }) => state.data)).toEqual(emitted.map((_, index) => index + 1))
})

test('an interval can come from the configuration', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { upstreams } = createWorld()
  let requests = 0
  const source = definePoll<{ seconds: number }, number>({
    intervalMs: ({ seconds }) => seconds * 100,
    fetch: async () => ++requests,
  })
  const toolsFor = (signal: AbortSignal) => ({ signal }) as Tools
  const upstream = upstreams.watch('k', 'ada', { source: source as AnySource, config: { seconds: 2 }, toolsFor })
  await vi.advanceTimersByTimeAsync(500)
  expect(requests).toBe(3)
  expect(upstream.state().staleAfterMs).toBe(600)
})

test('a source is stopped after its last viewer left, and its last data is kept', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { upstreams, watch, clock } = createWorld()
  let signal: AbortSignal | undefined
  const source = defineStream({
    staleAfterMs: 1000,
    async run(_config, tools, emit) {
      signal = tools.signal
      emit('hello')
      await new Promise<void>((resolve) => tools.signal.addEventListener('abort', () => resolve()))
    },
  })
  const upstream = watch(source)
  await upstream.waitForState(20_000)
  clock.now += WATCH_MS / 2
  watch(source, 'grace')
  clock.now += WATCH_MS / 2
  await vi.advanceTimersByTimeAsync(50)
  expect(upstreams.count()).toBe(1)
  expect(signal?.aborted).toBe(false)
  clock.now += WATCH_MS
  await vi.advanceTimersByTimeAsync(50)
  expect(signal?.aborted).toBe(true)
  expect(upstreams.count()).toBe(0)
  expect(watch(source).state()).toMatchObject({ data: 'hello', error: null })
})

test('only current viewers get data', async () => {
  const { watch, emitted, clock } = createWorld()
  const source = definePoll({ intervalMs: 10, fetch: async () => 1 })
  watch(source, 'ada')
  clock.now += WATCH_MS - 1
  watch(source, 'grace')
  clock.now += 1
  emitted.length = 0
  await expect.poll(() => emitted.length).toBeGreaterThan(0)
  expect(emitted.every(({ userIds }) => userIds.join() === 'grace')).toBe(true)
})

describe('a failure', () => {
  test('is reported in the words of the source, keeps the last data, and ends by itself', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { watch, emitted } = createWorld()
    let isUp = true
    const source = definePoll({
      intervalMs: 1000,
      async fetch() {
        if (!isUp) throw new SourceError('The game server does not answer')
        return 'fine'
      },
    })
    const upstream = watch(source)
    await vi.advanceTimersByTimeAsync(500)
    isUp = false
    watch(source)
    await vi.advanceTimersByTimeAsync(1000)
    expect(upstream.state()).toMatchObject({ data: 'fine', error: 'The game server does not answer' })
    isUp = true
    await vi.advanceTimersByTimeAsync(7000)
    expect(upstream.state()).toMatchObject({ data: 'fine', error: null })
    expect(emitted.map(({ state }) => state.error)).toContain('The game server does not answer')
  })

  test('of a connection that ends after one message is retried with growing delays', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { watch, clock } = createWorld()
    let visits = 0
    const source = defineStream({
      staleAfterMs: 1000,
      async run(_config, _tools, emit) {
        visits++
        emit(visits)
      },
    })
    for (let second = 0; second < 600; second++) {
      watch(source)
      clock.now += 1000
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(visits).toBeGreaterThan(5)
    expect(visits).toBeLessThan(16)
  })

  test('is logged, and not shown, if it is not an error for users', async () => {
    const { watch, faultMessages } = createWorld()
    const upstream = watch(
      definePoll({ intervalMs: 1000, fetch: () => Promise.reject(new Error('token=canary is wrong')) }),
    )
    await upstream.waitForState(20_000)
    expect(upstream.state()).toMatchObject({ data: null, asOf: null, error: 'The data could not be read.' })
    expect(faultMessages).toEqual(['token=canary is wrong'])
  })

  test('of the socket of a source ends its turn at once and is counted', async () => {
    const { watch, faults, faultMessages } = createWorld()
    const fetch = () => new Promise(() => setTimeout(() => faults.uncaught(new Error('a broken byte')), 1))
    const upstream = watch(definePoll({ intervalMs: 1000, fetch }))
    await upstream.waitForState(20_000)
    expect(upstream.state().error).toBe('The data could not be read.')
    expect(faultMessages).toEqual(['a broken byte'])
    expect(faults.counts().get('source')).toBe(1)
  })

  test('of an endless source is reported at the time limit, and the source is stopped', async () => {
    const { watch } = createWorld()
    let signal: AbortSignal | undefined
    const upstream = watch(
      definePoll({
        intervalMs: 60_000,
        timeoutMs: 20,
        fetch: (_config, tools) => {
          signal = tools.signal
          return new Promise(() => undefined)
        },
      }),
    )
    await upstream.waitForState(20_000)
    expect(upstream.state().error).toBe('The other server takes too long to answer')
    expect(signal?.aborted).toBe(true)
  })

  test('of a connection that ends is reported', async () => {
    const { watch } = createWorld()
    const upstream = watch(
      defineStream({ staleAfterMs: 1000, run: async (_config, _tools, emit) => emit('last word') }),
    )
    await expect.poll(() => upstream.state().error).toBe('The other server ended the connection')
    expect(upstream.state().data).toBe('last word')
  })

  test('is reported if an answer is too large', async () => {
    const { watch } = createWorld()
    const upstream = watch(definePoll({ intervalMs: 60_000, fetch: async () => 'x'.repeat(200_000) }))
    await upstream.waitForState(20_000)
    expect(upstream.state()).toMatchObject({ data: null, error: 'The answer is too large' })
  })
})

test('the number of running sources of a user is limited', () => {
  const { watch, upstreams } = createWorld()
  const source = definePoll({ intervalMs: 60_000, fetch: async () => 1 })
  for (let n = 0; n < 100; n++) watch(source, 'ada', `a${n}`)
  expect(() => watch(source, 'ada', 'one-more')).toThrow('Too many data sources')
  expect(() => watch(source, 'ada', 'a7')).not.toThrow()
  for (let n = 0; n < 400; n++) watch(source, `user-${n}`, `u${n}`)
  expect(upstreams.count()).toBe(500)
})

test('at the limit the user with the most sources loses one, until all have equally many', () => {
  const { watch, upstreams } = createWorld()
  const source = definePoll({ intervalMs: 60_000, fetch: async () => 1 })
  const watchHundred = (user: string) => Array.from({ length: 100 }, (_, n) => watch(source, user, `${user}${n}`))
  const ofAda = watchHundred('ada')
  for (const user of ['bea', 'cleo', 'dora', 'eve']) watchHundred(user)
  watch(source, 'grace', 'g0')
  expect(upstreams.count()).toBe(500)
  expect(ofAda.filter((upstream) => upstream.isRunning())).toHaveLength(99)
  // Then each of the six has 83 sources, or 84.
  for (let n = 1; n < 83; n++) watch(source, 'grace', `g${n}`)
  expect(() => watch(source, 'grace', 'g83')).toThrow('Too many data sources')
  expect(upstreams.count()).toBe(500)
})
