import { Worker } from 'node:worker_threads'
import { limitProcessorTime } from '@atalaya/module-sdk/processor-limit'

type Limits = {
  processorMs: number
  memoryMb: number
  /** Error for the caller when a limit is broken. */
  refusal: (message: string) => Error
  /** Name of the data in the error's message: *The package takes too long to read*. */
  name: string
}

/**
 * Reads foreign bytes in a thread of its own, so that a slow parser blocks nothing. The thread ends at its limits. The
 * script posts one message, the result.
 * @throws the error of `refusal` if it takes too much processor time or memory
 */
export function inThread<T>(script: URL, data: unknown, { processorMs, memoryMb, refusal, name }: Limits): Promise<T> {
  const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stopWatch = limitProcessorTime(worker, processorMs, () => reject(refusal(`${name} takes too long to read`)))
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isTooMuch ? refusal(`${name} takes too much memory to read`) : error)
  })
  worker.once('exit', () => reject(new Error('The thread that reads foreign bytes ended without a result')))
  return promise.finally(() => {
    stopWatch()
    return worker.terminate()
  })
}
