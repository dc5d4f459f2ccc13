import { type LiveEvent, liveEvent } from '@atalaya/contract/events'
import { readEventStream } from '#web/lib/event-stream.ts'
import { refresh } from '#web/lib/refresh.ts'
import { address } from '#web/lib/request.ts'
import { readSession } from '#web/lib/session.ts'

const PATH = '/api/v1/events'
const BACKOFF_MIN_MS = 1_000
const BACKOFF_MAX_MS = 30_000
/** The server says something every 20 s; after this long without a word the connection is dead. */
const SILENCE_MS = 50_000

type LiveStream = {
  /** Where to begin, if an answer or another tab has said so: asked before each try until something was heard. */
  beginAt: () => string | null
  onEvent: (event: LiveEvent, id: string | null) => void
  signal: AbortSignal
}

/** A wait before the next try: doubling, and anywhere below, so that a thousand tabs don't come back at once. */
export function backoff(tries: number, random: () => number): number {
  return random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** tries)
}

/** Waits; sooner over when the network returns or the stream is closed. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    window.addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
}

function parse(data: string): LiveEvent | null {
  if (data === '') return null
  // A newer server may know events that this client does not.
  const parsed = liveEvent.safeParse(JSON.parse(data))
  return parsed.success ? parsed.data : null
}

async function connect(lastId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
  const token = readSession()?.accessToken
  if (!token) return null
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${token}` })
  if (lastId !== null) headers.set('last-event-id', lastId)
  const response = await fetch(address(PATH), { headers, signal, cache: 'no-store' })
  if (response.status === 401) await refresh(token)
  return response.ok ? response.body : null
}

/** Keeps one stream open until `signal` aborts. A reconnect that can't say where it stopped is told as `resync`. */
export async function openLiveStream({ beginAt, onEvent, signal }: LiveStream): Promise<void> {
  let position: string | null = null
  let connections = 0
  let tries = 0

  async function listen() {
    const silence = new AbortController()
    const dead = () => silence.abort()
    let timer = setTimeout(dead, SILENCE_MS)
    position ??= beginAt()
    try {
      const body = await connect(position, AbortSignal.any([signal, silence.signal]))
      if (!body) return
      if (connections > 0 && position === null) onEvent({ type: 'resync', data: {} }, null)
      connections += 1
      for await (const { id, data } of readEventStream(body)) {
        tries = 0
        clearTimeout(timer)
        timer = setTimeout(dead, SILENCE_MS)
        position = id ?? position
        const event = parse(data)
        if (event) onEvent(event, position)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  while (!signal.aborted && readSession()) {
    // Whatever ended the stream, the next try follows.
    await listen().catch(() => undefined)
    if (signal.aborted) return
    await pause(backoff(tries, Math.random), signal)
    tries += 1
  }
}
