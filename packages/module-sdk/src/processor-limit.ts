import type { Worker } from 'node:worker_threads'

const CHECK_EVERY_MS = 200
/** Wall time as a multiple of the processor time: a thread waits for its turn on a busy machine. */
const WAITING_FACTOR = 10

/**
 * Calls `onOver` once a thread has used `limitMs` of processor time. A thread that neither computes nor ends may take
 * ten times as long. Returns a function that stops the watch.
 */
export function limitProcessorTime(worker: Worker, limitMs: number, onOver: () => void): () => void {
  const began = performance.now()
  async function check(): Promise<void> {
    if (performance.now() - began > limitMs * WAITING_FACTOR) onOver()
    const { user, system } = await worker.cpuUsage()
    if (user + system > limitMs * 1000) onOver()
  }
  // The usage of a thread that has ended can't be read.
  const watch = setInterval(() => check().catch(() => undefined), Math.min(CHECK_EVERY_MS, limitMs))
  return () => clearInterval(watch)
}
