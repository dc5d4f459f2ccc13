import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CallAnswer, CallRequest } from './asker-worker.ts'
import { watchTurns } from './turns.ts'

const TOO_MANY = 429
/** Calls whose windows last longer are made less often than these permit. */
const WAIT_MAX_S = 60

/** The cost of a call, or of several at once, for everybody. */
export type Cost = { statuses: number[]; bytes: number; waitMs: number; memoryMb: number }

/** Measures calls to a server of this process, which are made from another thread. */
export function createProbe(address: string) {
  const asker = new Worker(new URL('./asker-worker.ts', import.meta.url), { workerData: address })

  async function ask(asked: CallRequest[]) {
    const before = process.memoryUsage.rss()
    const turns = watchTurns()
    asker.postMessage(asked)
    const [answers] = (await once(asker, 'message')) as [CallAnswer[]]
    const waitMs = turns.end()
    const memoryMb = (process.memoryUsage.rss() - before) / 2 ** 20
    const statuses = answers.map(({ status }) => status)
    const cost: Cost = { statuses, bytes: Math.max(...answers.map(({ bytes }) => bytes)), waitMs, memoryMb }
    const refused = answers.filter(({ status }) => status === TOO_MANY)
    return { cost, waitS: Math.max(0, ...refused.map(({ waitS }) => waitS)) }
  }

  return {
    /** Respects the limits of calls: repeats a call that one refused when its window is over. */
    async alone(asked: CallRequest): Promise<Cost> {
      const { cost, waitS } = await ask([asked])
      if (waitS === 0 || waitS > WAIT_MAX_S) return cost
      await setTimeout(waitS * 1000)
      return (await ask([asked])).cost
    },
    atOnce: async (asked: CallRequest[]): Promise<Cost> => (await ask(asked)).cost,
    close: () => asker.terminate(),
  }
}
export type Probe = ReturnType<typeof createProbe>
