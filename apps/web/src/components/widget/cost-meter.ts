import type { RequestOptions } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import type { Reach } from '#web/components/widget/host.ts'

/** What a widget costs, since it was last shown. */
export type Cost = {
  /** From being shown to being ready; null until it is. */
  loadMs: number | null
  /** Of the answers to its requests. */
  bytes: number
  requests: number
  errors: number
  lastError: string | null
  /** When it will ask for something again, as far as it says. */
  nextAt: number | null
}

const NOTHING: Cost = { loadMs: null, bytes: 0, requests: 0, errors: 0, lastError: null, nextAt: null }

/** Counts what one widget costs. */
export function createCostMeter(now: () => number = Date.now) {
  const cost = createSignal(NOTHING)
  let startedAt = now()
  const add = (change: Partial<Cost>) => cost.set({ ...cost.get(), ...change })

  function failed(message: string) {
    add({ errors: cost.get().errors + 1, lastError: message })
  }

  return {
    get: cost.get,
    subscribe: cost.subscribe,
    /** It is shown anew. Errors stay: who looks for one has often retried already. */
    restarted() {
      startedAt = now()
      add({ loadMs: null, nextAt: null })
    },
    ready() {
      if (cost.get().loadMs === null) add({ loadMs: now() - startedAt })
    },
    failed,

    /** The same reach, with its requests counted. */
    metered:
      (reach: Reach): Reach =>
      (suspended) => {
        const { request, ...others } = reach(suspended)
        return {
          ...others,
          async request(name, params, options: RequestOptions = {}) {
            const { againInMs } = options
            add({
              requests: cost.get().requests + 1,
              nextAt: againInMs === undefined ? cost.get().nextAt : now() + againInMs,
            })
            try {
              const answer = await request(name, params, options)
              add({ bytes: cost.get().bytes + new TextEncoder().encode(JSON.stringify(answer.body)).length })
              return answer
            } catch (error) {
              failed((error as Error).message)
              throw error
            }
          },
        }
      },
  }
}
export type CostMeter = ReturnType<typeof createCostMeter>
