import type { LiveEvent } from '@atalaya/contract/events'
import { callUrl } from '#web/lib/calls/request.ts'
import { readEventStream } from '#web/lib/live/event-stream.ts'
import { backoff, renewIn } from '#web/lib/live/live-times.ts'
import { refresh } from '#web/lib/session/refresh.ts'
import { readSession } from '#web/lib/session/session.ts'

const PATH = '/api/v1/events'
/** The server sends something every 20 s; after this long without it the connection is dead. */
const SILENCE_MAX_MS = 50_000
/** Header with the time in ms until the server ends the stream. */
const ENDS_IN = 'x-live-ends-in'

type LiveStream = {
  /** Position to begin at, if an answer or another tab gave one; called before each try until the first event. */
  beginAt: () => string | null
  onEvent: (event: LiveEvent, id: string | null) => void
  /** Called when the server opens no stream. */
  onRefused?: () => void
  signal: AbortSignal
}

/** Waits; ends early when the network returns or the stream is closed. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** An open stream; `renewInMs` is the time until the next one is due. */
type Connection = { body: ReadableStream<Uint8Array>; token: string; renewInMs: number; abort: () => void }

async function connect(lastId: string | null, stop: AbortSignal): Promise<Connection | null> {
  const token = readSession()?.accessToken
  if (!token) return null
  const connectionStop = new AbortController()
  const signal = AbortSignal.any([stop, connectionStop.signal])
  const silenceTimer = setTimeout(() => connectionStop.abort(), SILENCE_MAX_MS)
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${token}` })
  if (lastId !== null) headers.set('last-event-id', lastId)
  const response = await fetch(callUrl(PATH), { headers, signal, cache: 'no-store' }).finally(() =>
    clearTimeout(silenceTimer),
  )
  if (response.status === 401) await refresh(token)
  if (!response.ok || !response.body) return null
  return {
    body: response.body,
    token,
    renewInMs: renewIn(response.headers.get(ENDS_IN)),
    abort: () => connectionStop.abort(),
  }
}

/**
 * Keeps one stream open until `signal` aborts. A stream ends with its access token, so the next one is opened before
 * that, and nothing is missed. A reconnect without a position to resume from counts as `resync`.
 */
export async function openLiveStream({ beginAt, onEvent, onRefused, signal }: LiveStream): Promise<void> {
  let position: string | null = null
  let connections = 0
  let tries = 0

  async function open(): Promise<Connection | null> {
    position ??= beginAt()
    const connection = await connect(position, signal)
    if (!connection) {
      onRefused?.()
      return null
    }
    if (connections > 0 && position === null) onEvent({ type: 'resync', data: {} }, null)
    connections += 1
    return connection
  }

  /** Reads a stream to its end. Returns its successor, if that could be opened. */
  async function follow({ body, token, renewInMs, abort }: Connection): Promise<Connection | null> {
    let successor: Promise<Connection | null> = Promise.resolve(null)
    let timer = setTimeout(abort, SILENCE_MAX_MS)
    const renew = async () => {
      // A display's credential can't be refreshed; it is used again.
      if (readSession()?.refreshToken) await refresh(token)
      const opened = await open()
      if (opened) abort()
      return opened
    }
    const renewTimer = setTimeout(() => {
      successor = renew().catch(() => null)
    }, renewInMs)
    try {
      for await (const { id, data } of readEventStream(body)) {
        tries = 0
        clearTimeout(timer)
        timer = setTimeout(abort, SILENCE_MAX_MS)
        position = id ?? position
        // Not validated, like answers of our own server: the schemas would be a sixth of Home's scripts. Events of a
        // newer server that this client does not know are ignored later.
        if (data !== '') onEvent(JSON.parse(data) as LiveEvent, position)
      }
    } catch {
      // The next stream follows, however this one ended.
    }
    clearTimeout(timer)
    clearTimeout(renewTimer)
    return successor
  }

  let connection: Connection | null = null
  while (!signal.aborted && readSession()) {
    connection ??= await open().catch(() => null)
    connection = connection && (await follow(connection))
    if (signal.aborted) return
    if (connection) continue
    await pause(backoff(tries, Math.random), signal)
    tries += 1
  }
}
