import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '#server/config.ts'

type Backup = { where: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>; file: string; at: number }

/**
 * Makes a backup in a thread of its own: reading everything would hold requests up. `signal` ends it in the middle; the
 * next one removes its leftovers.
 *
 * @throws an error with a message for people
 */
export async function backUpInThread({ where, file, at }: Backup, signal: AbortSignal): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = where
  const workerData = { where: { DATA_DIR, DATABASE_URL }, file, at }
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData })
  try {
    await once(worker, 'message', { signal })
  } finally {
    await worker.terminate()
  }
}
