import { Worker } from 'node:worker_threads'

type Limits = {
  timeMs: number
  memoryMb: number
  /** What is thrown to whoever asked, by which of the limits it broke. */
  refusal: (message: string) => Error
  /** What it reads, in that message: *The package takes too long to read*. */
  what: string
}

/**
 * Reads foreign bytes in a thread of its own: whatever they make a parser do, nobody waits for it, and it ends at its
 * limits. The script posts one message, which is the answer.
 * @throws what `refusal` makes, where it takes too long or too much memory
 */
export function inThread<T>(script: URL, data: unknown, { timeMs, memoryMb, refusal, what }: Limits): Promise<T> {
  const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = setTimeout(() => reject(refusal(`${what} takes too long to read`)), timeMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isTooMuch ? refusal(`${what} takes too much memory to read`) : error)
  })
  worker.once('exit', () => reject(new Error('A thread that reads foreign bytes ended without an answer')))
  return promise.finally(() => {
    clearTimeout(late)
    return worker.terminate()
  })
}
