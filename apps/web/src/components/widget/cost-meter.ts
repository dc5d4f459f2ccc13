import type { RequestOptions } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import type { CreateWidgetApi } from '#web/components/widget/host.ts'

/** Cost of a widget, counted since its meter was created. */
export type Cost = {
  /** Time from the start, or from the last retry, until the widget is ready; null before. */
  loadMs: number | null
  /** Bytes of the answers to its requests. */
  bytes: number
  requests: number
  errors: number
  lastError: string | null
  /** Time of its next request, if known. */
  nextAt: number | null
}

const NOTHING: Cost = { loadMs: null, bytes: 0, requests: 0, errors: 0, lastError: null, nextAt: null }

/** Measures the cost of one widget. */
export function createCostMeter(now: () => number = Date.now) {
  const cost = createSignal(NOTHING)
  let startedAt = now()
  const add = (change: Partial<Cost>) => cost.set({ ...cost.get(), ...change })

  function noteFailure(message: string) {
    add({ errors: cost.get().errors + 1, lastError: message })
  }

  return {
    get: cost.get,
    subscribe: cost.subscribe,
    /**
     * Measures the load time again, at a retry. The last error stays, since people often retry before they look for it.
     */
    noteRestart() {
      startedAt = now()
      add({ loadMs: null, nextAt: null })
    },
    noteReady() {
      if (cost.get().loadMs === null) add({ loadMs: now() - startedAt })
    },
    noteFailure,

    /** Wraps the data sources of a widget so that their requests are counted. */
    countRequests:
      (createApi: CreateWidgetApi): CreateWidgetApi =>
      (suspended) => {
        const { request, ...others } = createApi(suspended)
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
              noteFailure((error as Error).message)
              throw error
            }
          },
        }
      },
  }
}
export type CostMeter = ReturnType<typeof createCostMeter>
