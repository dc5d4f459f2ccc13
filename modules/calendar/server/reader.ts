import { Worker } from 'node:worker_threads'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { SourceError } from '@atalaya/module-sdk/server'
import { type ReadCalendar, readCalendar, type ThreadData } from './messages.ts'

const THREAD = new URL('./reading-thread.ts', import.meta.url)
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const TIMEOUT_MS = 8_000

const readQueue = createFairQueue({
  parallel: 2,
  waitingMax: 200,
  refusal: () => new SourceError('Too many calendars are read at this time'),
})

type Reader = { ownerKey: string; signal: AbortSignal; script?: URL; timeoutMs?: number }

/**
 * Reads calendars in a thread with bounds of time and memory. It is ended once they are read or the time is up. Returns
 * the calendars that it could read or refuse by then.
 */
export function readInThread(
  data: ThreadData,
  { ownerKey, signal, script = THREAD, timeoutMs = TIMEOUT_MS }: Reader,
): Promise<ReadCalendar[]> {
  return readQueue({ group: ownerKey, member: 'calendar' }, async () => {
    signal.throwIfAborted()
    const read: ReadCalendar[] = []
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    // The thread reads strangers' bytes, and needs no secret of the process.
    const worker = new Worker(script, { workerData: data, resourceLimits: LIMITS, env: {}, stderr: true })
    const late = setTimeout(end, timeoutMs)
    signal.addEventListener('abort', () => end(), { once: true })
    worker.on('message', (answer: unknown) => {
      const { data: calendar } = readCalendar.safeParse(answer)
      if (calendar) read.push(calendar)
      else end()
    })
    worker.on('error', () => end()).on('exit', () => end())
    await over
    clearTimeout(late)
    await worker.terminate()
    return read
  })
}
