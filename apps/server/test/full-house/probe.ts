import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CallAnswer, CallRequest } from './asker-worker.ts'
import { watchTurns } from './turns.ts'

const TOO_MANY = 429
/** Longest wait for a limit. A refused call whose limit lasts longer is not repeated. */
const WAIT_MAX_S = 60

/** Cost of a call, or of several at once. `waitMs` is the longest time that other calls had to wait. */
export type Cost = { statuses: number[]; bytes: number; waitMs: number; memoryMb: number }

/** Measures calls to a server of this process, which are made from another thread. */
export function createProbe(address: string) {
  const asker = new Worker(new URL('./asker-worker.ts', import.meta.url), { workerData: address })

  async function ask(requests: CallRequest[]) {
    const before = process.memoryUsage.rss()
    const turns = watchTurns()
    asker.postMessage(requests)
    const [answers] = (await once(asker, 'message')) as [CallAnswer[]]
    const waitMs = turns.end()
    const memoryMb = (process.memoryUsage.rss() - before) / 2 ** 20
    const statuses = answers.map(({ status }) => status)
    const cost: Cost = { statuses, bytes: Math.max(...answers.map(({ bytes }) => bytes)), waitMs, memoryMb }
    const refused = answers.filter(({ status }) => status === TOO_MANY)
    return { cost, waitS: Math.max(0, ...refused.map(({ waitS }) => waitS)) }
  }

  return {
    /** Makes one call. If a limit refuses it, repeats it once the limit permits. */
    async alone(request: CallRequest): Promise<Cost> {
      const { cost, waitS } = await ask([request])
      if (waitS === 0 || waitS > WAIT_MAX_S) return cost
      await setTimeout(waitS * 1000)
      return (await ask([request])).cost
    },
    atOnce: async (requests: CallRequest[]): Promise<Cost> => (await ask(requests)).cost,
    close: () => asker.terminate(),
  }
}
export type Probe = ReturnType<typeof createProbe>
