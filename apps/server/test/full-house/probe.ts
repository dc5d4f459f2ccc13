import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answered, Asked } from './asker-worker.ts'
import { watchTurns } from './turns.ts'

/** What a call, or several at once, cost everybody. */
export type Cost = { statuses: number[]; bytes: number; waitMs: number; memoryMb: number }

/** Measures calls to a server of this process, which are made from another thread. */
export function createProbe(address: string) {
  const asker = new Worker(new URL('./asker-worker.ts', import.meta.url), { workerData: address })

  return {
    async cost(asked: Asked[]): Promise<Cost> {
      const before = process.memoryUsage.rss()
      const turns = watchTurns()
      asker.postMessage(asked)
      const [answers] = (await once(asker, 'message')) as [Answered[]]
      const waitMs = turns.end()
      const memoryMb = (process.memoryUsage.rss() - before) / 2 ** 20
      const statuses = answers.map(({ status }) => status)
      return { statuses, bytes: Math.max(...answers.map(({ bytes }) => bytes)), waitMs, memoryMb }
    },
    close: () => asker.terminate(),
  }
}
export type Probe = ReturnType<typeof createProbe>
