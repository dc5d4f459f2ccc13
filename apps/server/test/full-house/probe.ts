import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CallRequest, ListenRequest, Round, RoundAnswer } from './call-worker.ts'
import { watchTurns } from './turns.ts'

const TOO_MANY = 429
/** Longest wait for a limit. A refused call whose limit lasts longer is not repeated. */
const WAIT_MAX_S = 60

/**
 * Cost of a call, or of several at once. `waitMs` is the longest time that other calls had to wait. `changeMs` is the
 * longest time that another person's change took meanwhile.
 */
export type Cost = { statuses: number[]; bytes: number; waitMs: number; changeMs: number; memoryMb: number }

/** Measures calls to a server of this process, made from another thread. `change` is another person's meanwhile. */
export function createProbe(address: string, change: () => CallRequest) {
  const callWorker = new Worker(new URL('./call-worker.ts', import.meta.url), { workerData: address })

  async function ask(requests: CallRequest[]) {
    const before = process.memoryUsage.rss()
    const turns = watchTurns()
    callWorker.postMessage({ requests, change: change() } satisfies Round)
    const [{ answers, changeMs }] = (await once(callWorker, 'message')) as [RoundAnswer]
    const waitMs = turns.end()
    const memoryMb = (process.memoryUsage.rss() - before) / 2 ** 20
    const statuses = answers.map(({ status }) => status)
    const bytes = Math.max(...answers.map((answer) => answer.bytes))
    const cost: Cost = { statuses, bytes, waitMs, changeMs, memoryMb }
    const refused = answers.filter(({ status }) => status === TOO_MANY)
    return { cost, waitS: Math.max(0, ...refused.map(({ waitS }) => waitS)) }
  }

  return {
    /** Holds an event stream open for each of these access tokens, in place of those before. */
    async listen(tokens: string[]): Promise<void> {
      callWorker.postMessage({ listeners: tokens } satisfies ListenRequest)
      const [statuses] = (await once(callWorker, 'message')) as [number[]]
      if (statuses.some((status) => status !== 200)) throw new Error(`Refused streams: ${statuses}`)
    },
    /** Makes one call. If a limit refuses it, repeats it once the limit permits. */
    async measureAlone(request: CallRequest): Promise<Cost> {
      const { cost, waitS } = await ask([request])
      if (waitS === 0 || waitS > WAIT_MAX_S) return cost
      await setTimeout(waitS * 1000)
      return (await ask([request])).cost
    },
    measureAtOnce: async (requests: CallRequest[]): Promise<Cost> => (await ask(requests)).cost,
    close: () => callWorker.terminate(),
  }
}
export type Probe = ReturnType<typeof createProbe>
