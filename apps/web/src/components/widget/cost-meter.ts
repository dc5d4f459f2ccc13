import type { RequestOptions, Signal, SourceView } from '@atalaya/module-sdk/host'
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

/** Signal of a data source that reports each new error of its view. */
function withErrorReports(data: Signal<SourceView>, report: (error: string) => void): Signal<SourceView> {
  let last: string | null = null
  function reportNewError() {
    const view = data.get()
    const error = view.state === 'loading' ? null : view.error
    if (error !== null && error !== last) report(error)
    last = error
  }
  return {
    get: data.get,
    subscribe: (listener) =>
      data.subscribe(() => {
        reportNewError()
        listener()
      }),
  }
}

/** Measures the cost of one widget. */
export function createCostMeter(now: () => number = Date.now) {
  const cost = createSignal(NOTHING)
  let startedAt = now()
  const update = (change: Partial<Cost>) => cost.set({ ...cost.get(), ...change })

  function recordFailure(message: string) {
    update({ errors: cost.get().errors + 1, lastError: message })
  }

  return {
    get: cost.get,
    subscribe: cost.subscribe,
    /**
     * Measures the load time again, at a retry. The last error stays, since people often retry before they look for it.
     */
    recordRestart() {
      startedAt = now()
      update({ loadMs: null, nextAt: null })
    },
    recordReady() {
      if (cost.get().loadMs === null) update({ loadMs: now() - startedAt })
    },
    recordFailure,

    /** Wraps the data sources of a widget so that their requests are counted. */
    countRequests:
      (createApi: CreateWidgetApi): CreateWidgetApi =>
      (suspended) => {
        const { request, data, ...others } = createApi(suspended)
        return {
          ...others,
          ...(data && { data: withErrorReports(data, recordFailure) }),
          async request(name, params, options: RequestOptions = {}) {
            const { againInMs } = options
            update({
              requests: cost.get().requests + 1,
              nextAt: againInMs === undefined ? cost.get().nextAt : now() + againInMs,
            })
            try {
              const answer = await request(name, params, options)
              update({ bytes: cost.get().bytes + new TextEncoder().encode(JSON.stringify(answer.body)).length })
              return answer
            } catch (error) {
              recordFailure((error as Error).message)
              throw error
            }
          },
        }
      },
  }
}
export type CostMeter = ReturnType<typeof createCostMeter>
