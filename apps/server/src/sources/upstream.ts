import { randomUUID } from 'node:crypto'
import type { SourceState } from '@atalaya/contract/source-state'
import { type PollSource, SourceError, type StreamSource, type Tools } from '@atalaya/module-sdk/server'
import { waitAfter } from './back-off.ts'

const TIMEOUT_MS = 10_000
/** Data count as stale when this many answers in a row stayed away. */
const MISSED_MAX = 3
const DATA_MAX = 128 * 1024

/** A source of whatever module: its configuration and data are the module's own business. */
export type AnySource = PollSource<never, unknown> | StreamSource<never, unknown>

type Needs = {
  source: AnySource
  config: unknown
  toolsFor: (signal: AbortSignal) => Tools
  now: () => number
  onChange: (state: SourceState) => void
}

/** One source at work for one key: asks, or holds its connection, from `start` to `stop`; remembers what came last. */
export function createUpstream({ source, config, toolsFor, now, onChange }: Needs) {
  const staleAfterMs = source.kind === 'poll' ? source.intervalMs * MISSED_MAX : source.staleAfterMs
  const timeoutMs = source.timeoutMs ?? TIMEOUT_MS
  const given = config as never
  let state: SourceState = { source: randomUUID(), data: null, asOf: null, staleAfterMs, error: null }
  let run: AbortController | null = null
  let first = Promise.withResolvers<void>()
  let failures = 0
  let nextAt = 0

  function tell(change: Partial<SourceState>): void {
    state = { ...state, ...change }
    first.resolve()
    onChange(state)
  }

  function succeeded(data: unknown): void {
    if (JSON.stringify(data).length > DATA_MAX) throw new SourceError('The answer is too large')
    failures = 0
    tell({ data: data as SourceState['data'], asOf: new Date(now()).toISOString(), error: null })
  }

  function failed(error: unknown, signal: AbortSignal): void {
    const { retryAfterMs } = error instanceof SourceError ? error : {}
    failures += 1
    nextAt = now() + waitAfter(failures, source.kind === 'poll' ? source.intervalMs : 0, retryAfterMs)
    if (!(error instanceof SourceError)) toolsFor(signal).warn(`failed: ${(error as Error)?.message}`)
    tell({ error: error instanceof SourceError ? error.message : 'The data could not be read.' })
  }

  /** One poll or one connection: everything it began ends with it. */
  async function turn(signal: AbortSignal): Promise<void> {
    const own = new AbortController()
    const stop = () => own.abort(signal.reason)
    const limit = setTimeout(() => own.abort(new SourceError('The other server takes too long to answer')), timeoutMs)
    signal.addEventListener('abort', stop, { once: true })
    const tools = toolsFor(own.signal)
    const working = source.kind === 'poll' ? poll(source, tools) : follow(source, tools, () => clearTimeout(limit))
    try {
      await Promise.race([working, rejectedBy(own.signal)])
    } finally {
      clearTimeout(limit)
      signal.removeEventListener('abort', stop)
      own.abort()
    }
  }

  async function poll({ intervalMs, fetch }: PollSource<never, unknown>, tools: Tools): Promise<void> {
    const startedAt = now()
    const data = await fetch(given, tools, state.data)
    if (tools.signal.aborted) return
    succeeded(data)
    nextAt = startedAt + intervalMs
  }

  async function follow(stream: StreamSource<never, unknown>, tools: Tools, onEmit: () => void): Promise<void> {
    await stream.run(given, tools, (data) => {
      if (tools.signal.aborted) return
      onEmit()
      succeeded(data)
    })
    if (!tools.signal.aborted) throw new SourceError('The other server ended the connection')
  }

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(nextAt - now(), signal)
      if (signal.aborted) return
      try {
        await turn(signal)
      } catch (error) {
        if (!signal.aborted) failed(error, signal)
      }
    }
  }

  return {
    state: (): SourceState => state,
    isRunning: (): boolean => run !== null,

    start(): void {
      if (run) return
      run = new AbortController()
      if (state.data === null) first = Promise.withResolvers()
      void work(run.signal)
    },

    /** Settles when there is something to tell: data or an error, at the latest after `waitMs`. */
    async told(waitMs: number): Promise<void> {
      if (state.data !== null) return
      const late = new AbortController()
      await Promise.race([first.promise, pause(waitMs, late.signal)])
      late.abort()
    },

    stop(): void {
      run?.abort()
      run = null
    },
  }
}
export type Upstream = ReturnType<typeof createUpstream>

function rejectedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  if (signal.aborted) reject(signal.reason)
  return promise
}

/** Waits, not longer than until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over)
  })
}
