import { randomUUID } from 'node:crypto'
import type { SourceState } from '@atalaya/contract/source-state'
import { type PollSource, pause, SourceError, type StreamSource, type Tools } from '@atalaya/module-sdk/server'
import type { Faults } from '#server/containment/faults.ts'
import { waitAfter } from '#server/net/back-off.ts'
import { createThrottle } from './throttle.ts'

const TIMEOUT_MS = 10_000
/** Number of missing answers in a row after which data count as stale. */
const MISSED_MAX = 3
/** Maximum characters of a source's data as JSON. */
const DATA_MAX = 128 * 1024
/** A shorter connection counts as one more failure, even if data came. */
const STEADY_MS = 60_000
/** Minimum interval of publishing, for any speed of the other server. */
const PUBLISHED_EVERY_MS = 250
const TOO_SLOW = 'The other server takes too long to answer'

/** Source of any module: its configuration and data are the module's own business. */
export type AnySource = PollSource<never, unknown> | StreamSource<never, unknown>

/** Makes the tools of one poll or connection. `abort` ends it after a fault in a socket's listener. */
export type ToolsFor = (signal: AbortSignal, abort: (error: unknown) => void) => Tools

/** Source that a widget wants, with its configuration. */
export type UpstreamSource = { source: AnySource; config: unknown; toolsFor: ToolsFor }
type Needs = UpstreamSource & { faults: Faults; now: () => number; onChange: (state: SourceState) => void }

/** Runs a source for one key: polls, or holds its connection, from `start` to `stop`. Keeps the last state. */
export function createUpstream({ source, config, toolsFor, faults, now, onChange }: Needs) {
  const { intervalMs, staleAfterMs } = timesOf(source, config)
  const timeoutMs = source.timeoutMs ?? TIMEOUT_MS
  let state: SourceState = { source: randomUUID(), data: null, asOf: null, staleAfterMs, error: null }
  let run: AbortController | null = null
  let firstState = Promise.withResolvers<void>()
  let failures = 0
  let begunAt = 0
  const plan = createPlan(now)

  function publish(change: Partial<SourceState>): void {
    state = { ...state, ...change }
    firstState.resolve()
    faults.contain('source', () => onChange(state))
  }

  function onSuccess(data: unknown): void {
    if (JSON.stringify(data).length > DATA_MAX) throw new SourceError('The answer is too large')
    if (source.kind === 'poll') failures = 0
    publish({ data: data as SourceState['data'], asOf: new Date(now()).toISOString(), error: null })
  }

  function onFailure(error: unknown): void {
    const { retryAfterMs } = error instanceof SourceError ? error : {}
    failures = now() - begunAt >= STEADY_MS ? 1 : failures + 1
    plan.schedule(now() + waitAfter(failures, intervalMs, retryAfterMs))
    publish({ error: error instanceof SourceError ? error.message : 'The data could not be read.' })
  }

  /** Runs one poll or one connection. Everything that it has begun ends with it. */
  async function runOnce(signal: AbortSignal): Promise<void> {
    const attempt = new AbortController()
    const stop = () => attempt.abort(signal.reason)
    const limit = setTimeout(() => attempt.abort(new SourceError(TOO_SLOW)), timeoutMs)
    signal.addEventListener('abort', stop, { once: true })
    const abort = (error: unknown) => {
      if (!(error instanceof SourceError)) faults.report('source', error)
      attempt.abort(error)
    }
    const tools = toolsFor(attempt.signal, abort)
    const onData = (data: unknown) => {
      clearTimeout(limit)
      onSuccess(data)
    }
    const work = () =>
      source.kind === 'poll' ? poll(source, tools) : follow(source, config as never, { tools, onData, abort })
    try {
      await Promise.race([runContained(work, attempt), rejectOnAbort(attempt.signal)])
    } finally {
      clearTimeout(limit)
      signal.removeEventListener('abort', stop)
      attempt.abort()
    }
  }

  /** Settles when the work is done or has failed. A fault, even one of a socket's handler, aborts `attempt`. */
  function runContained(work: () => Promise<void>, attempt: AbortController): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const rejectExpected = (error: unknown) => {
      if (!(error instanceof SourceError) && !attempt.signal.aborted) throw error
      reject(error)
    }
    faults.contain(
      'source',
      () => work().then(resolve, rejectExpected),
      (error) => attempt.abort(error),
    )
    return promise
  }

  async function poll({ fetch }: PollSource<never, unknown>, tools: Tools): Promise<void> {
    const data = await fetch(config as never, tools, state.data)
    if (tools.signal.aborted) return
    onSuccess(data)
    // `now()` in case the clock was set back during the poll.
    plan.schedule(Math.min(begunAt, now()) + intervalMs)
  }

  async function runUntilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(plan.waitMs(), signal)
      if (signal.aborted) return
      begunAt = now()
      try {
        await runOnce(signal)
      } catch (error) {
        if (!signal.aborted) onFailure(error)
      }
    }
  }

  return {
    state: (): SourceState => state,
    isRunning: (): boolean => run !== null,

    start(): void {
      if (run) return
      run = new AbortController()
      if (state.data === null) firstState = Promise.withResolvers()
      faults.inBackground('source', runUntilStopped(run.signal))
    },

    /** Waits for data or an error, for `waitMs` at most. */
    async waitForState(waitMs: number): Promise<void> {
      if (state.data !== null) return
      const waiting = new AbortController()
      await Promise.race([firstState.promise, pause(waitMs, waiting.signal)])
      waiting.abort()
    },

    stop(): void {
      run?.abort()
      run = null
    },
  }
}
export type Upstream = ReturnType<typeof createUpstream>

/** Time of the next attempt. Never further away than it was planned: the clock may be set back meanwhile. */
function createPlan(now: () => number) {
  const planned = { at: 0, waitMs: 0 }
  return {
    schedule: (at: number) => void Object.assign(planned, { at, waitMs: at - now() }),
    waitMs: () => Math.min(planned.at - now(), planned.waitMs),
  }
}

/** Time between two fetches (0 for a connection), and the age from which data count as stale. */
function timesOf(source: AnySource, config: unknown): { intervalMs: number; staleAfterMs: number } {
  if (source.kind === 'stream') return { intervalMs: 0, staleAfterMs: source.staleAfterMs }
  const { intervalMs: interval } = source
  const intervalMs = typeof interval === 'number' ? interval : interval(config as never)
  return { intervalMs, staleAfterMs: intervalMs * MISSED_MAX }
}

type Following = { tools: Tools; onData: (data: unknown) => void; abort: (error: unknown) => void }

async function follow(
  stream: StreamSource<never, unknown>,
  config: never,
  { tools, onData, abort }: Following,
): Promise<void> {
  const { signal } = tools
  const publishUnlessAborted = (data: unknown) => {
    if (!signal.aborted) onData(data)
  }
  const throttle = createThrottle({ gapMs: PUBLISHED_EVERY_MS, publish: publishUnlessAborted, fail: abort })
  signal.addEventListener('abort', throttle.stop, { once: true })
  await stream.run(config, tools, throttle.next).finally(throttle.flush)
  if (!signal.aborted) throw new SourceError('The other server ended the connection')
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  if (signal.aborted) reject(signal.reason)
  return promise
}
