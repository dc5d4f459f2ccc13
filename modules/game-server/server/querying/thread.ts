import { Worker } from 'node:worker_threads'
import type { Net } from '@atalaya/module-sdk/server'
import { type FromThread, fromThread, type Query, type Reading, type ThreadData, type ToThread } from './messages.ts'

/** Script of the thread that queries game servers. */
export const GAMEDIG_THREAD = new URL('./gamedig-thread.ts', import.meta.url)
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const POLL_MS = 500
/**
 * Processor time without a heartbeat after which the thread counts as hung. A busy machine may schedule it late, so
 * wall time does not count.
 */
export const HUNG_AFTER_MS = 2_000
/** Processor time to load gamedig: seconds on a small machine. */
const START_MS = 30_000
/** Wall-clock limit without a heartbeat, as a multiple of the limit of processor time. */
const WAITING_FACTOR = 20

export type QueryTask = { query: Query; ownerKey: string; net: Pick<Net, 'request'>; signal: AbortSignal }
type Pending = PromiseWithResolvers<Reading> & Pick<QueryTask, 'net'>

/** The thread has ended before it answered; any of its queries can be the cause. */
export class ThreadLost extends Error {}
/** Error if a game server does not answer, or not as it should. */
export class NoAnswer extends Error {}

/**
 * Asks game servers in a thread with a memory of its own: a bad answer can crash only this thread. It is ended once it
 * has computed for more than `hungMs` without a heartbeat.
 */
export function startThread(script: URL, onLost: () => void, hungMs: number) {
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: ThreadData = { heartbeats }
  // The thread reads strangers' bytes, and needs no secret of the process.
  const worker = new Worker(script, { workerData, resourceLimits: LIMITS, env: {} })
  const pending = new Map<number, Pending>()
  let nextId = 0
  let isLost = false
  /** Processor time that the thread may use without a heartbeat. */
  let limitMs = START_MS
  let lastBeat = { beat: -1, at: performance.now(), usage: { user: 0, system: 0 } }
  const watch = setInterval(() => check().catch(() => undefined), POLL_MS)
  watch.unref()
  // Callers that await an answer keep the process alive by other means.
  worker.unref()

  function declareLost(reason: string): void {
    if (isLost) return
    isLost = true
    clearInterval(watch)
    // Errors of the ending thread don't matter any more.
    worker.terminate().catch(() => undefined)
    onLost()
    for (const { reject } of pending.values()) reject(new ThreadLost(reason))
    pending.clear()
  }

  async function check(): Promise<void> {
    const beat = Atomics.load(heartbeats, 0)
    const now = performance.now()
    if (now - lastBeat.at > limitMs * WAITING_FACTOR && beat === lastBeat.beat)
      declareLost('it was silent for too long')
    // This answers even while the thread is in an endless loop.
    const usage = await worker.cpuUsage()
    if (beat !== lastBeat.beat) lastBeat = { beat, at: now, usage }
    const busyUs = usage.user - lastBeat.usage.user + usage.system - lastBeat.usage.system
    if (busyUs > limitMs * 1000) declareLost('it was busy for too long')
  }

  const post = (message: ToThread) => worker.postMessage(message)

  async function forwardRequest({
    id,
    request: requestId,
    webRequest: { url, ...options },
  }: FromThread & { kind: 'webRequest' }) {
    try {
      const net = pending.get(id)?.net
      if (!net) throw new Error('nobody waits for it')
      const { status, body } = await net.request(url, options)
      post({ kind: 'webAnswer', request: requestId, status, body: new Uint8Array(body) })
    } catch (error) {
      post({ kind: 'webFailure', request: requestId, message: (error as Error).message })
    }
  }

  worker.on('message', (raw: unknown) => {
    const { data: message } = fromThread.safeParse(raw)
    if (!message) return declareLost('it made no sense')
    if (message.kind === 'ready') limitMs = hungMs
    else if (message.kind === 'webRequest') forwardRequest(message).catch((error: Error) => declareLost(error.message))
    else if (message.kind === 'read') pending.get(message.id)?.resolve(message.reading)
    else pending.get(message.id)?.reject(new NoAnswer(message.message))
  })
  worker.on('error', (error) => declareLost(error.message))
  worker.on('exit', () => declareLost('it ended'))

  return {
    /** @throws ThreadLost, NoAnswer, or why the signal aborted */
    async query({ query, net, signal }: QueryTask): Promise<Reading> {
      signal.throwIfAborted()
      const id = nextId++
      const answer = { ...Promise.withResolvers<Reading>(), net }
      const abort = () => answer.reject(signal.reason)
      pending.set(id, answer)
      signal.addEventListener('abort', abort, { once: true })
      post({ kind: 'query', id, query })
      try {
        return await answer.promise
      } finally {
        pending.delete(id)
        signal.removeEventListener('abort', abort)
      }
    },
    end: () => declareLost('nobody queries any more'),
  }
}
export type Thread = ReturnType<typeof startThread>
