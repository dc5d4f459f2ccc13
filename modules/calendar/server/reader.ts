import { Worker } from 'node:worker_threads'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { limitProcessorTime } from '@atalaya/module-sdk/processor-limit'
import { SourceError } from '@atalaya/module-sdk/server'
import { type ReadCalendar, readCalendar, type ThreadData } from './messages.ts'

const THREAD = new URL('./reading-thread.ts', import.meta.url)
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const PROCESSOR_MS = 8_000

const readQueue = createFairQueue({
  parallel: 2,
  waitingMax: 200,
  refusal: () => new SourceError('Too many calendars are read at this time'),
})

type Reader = { ownerKey: string; signal: AbortSignal; script?: URL; processorMs?: number }

/**
 * Reads calendars in a thread with bounds of processor time and memory. It is ended once they are read or a bound is
 * reached. Returns the calendars that it could read or refuse by then.
 */
export function readInThread(
  data: ThreadData,
  { ownerKey, signal, script = THREAD, processorMs = PROCESSOR_MS }: Reader,
): Promise<ReadCalendar[]> {
  return readQueue({ group: ownerKey, member: 'calendar' }, async () => {
    signal.throwIfAborted()
    const calendars: ReadCalendar[] = []
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    // The thread reads strangers' bytes, and needs no secret of the process.
    const worker = new Worker(script, { workerData: data, resourceLimits: LIMITS, env: {}, stderr: true })
    const stopWatch = limitProcessorTime(worker, processorMs, end)
    signal.addEventListener('abort', () => end(), { once: true })
    worker.on('message', (answer: unknown) => {
      const { data: calendar } = readCalendar.safeParse(answer)
      if (calendar) calendars.push(calendar)
      else end()
    })
    worker.on('error', () => end()).on('exit', () => end())
    await ended
    stopWatch()
    await worker.terminate()
    return calendars
  })
}
