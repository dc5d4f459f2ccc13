import { moduleSources, WATCH_MS } from '@atalaya/contract/module-sources'
import type { SourceState } from '@atalaya/contract/source-state'
import type { SourceView } from '@atalaya/module-sdk'
import type { Signal } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { type QueryClient, QueryObserver, type QueryObserverResult, queryOptions } from '@tanstack/react-query'
import { DATA_KEY } from '#web/components/widget/source-events.ts'
import { whileShown } from '#web/components/widget/while-shown.ts'
import { call } from '#web/lib/calls/api.ts'

/** Repeated reads keep the server watching; live events bring changes in between. */
const RENEW_EVERY_MS = WATCH_MS / 2
/** Shorter while there are no good data: an event may have passed before the stream was open. */
const RETRY_MS = 10_000
const AGE_CHECK_EVERY_MS = 5_000

const dataQuery = (widgetId: string) =>
  queryOptions({
    queryKey: [DATA_KEY, widgetId],
    queryFn: async ({ signal }) => (await call(moduleSources.read, { params: { widgetId } }, signal)).state,
    staleTime: 0,
  })

const isOld = ({ asOf, staleAfterMs }: SourceState, now: number) =>
  asOf === null || Date.parse(asOf) + staleAfterMs < now

/** State of a source as the widget sees it. */
export function toSourceView(
  { data: state, error }: Pick<QueryObserverResult<SourceState>, 'data' | 'error'>,
  now: number,
): SourceView {
  if (state?.asOf) {
    const { data, asOf } = state
    return { state: 'ready', data, asOf, stale: isOld(state, now), error: state.error ?? error?.message ?? null }
  }
  const reason = state?.error ?? error?.message
  return reason === undefined ? { state: 'loading' } : { state: 'failed', error: reason }
}

/** Data of one widget, kept up to date while it is subscribed and in view. */
export function watchData(client: QueryClient, widgetId: string, suspended: Signal<boolean>): Signal<SourceView> {
  const observer = new QueryObserver(client, dataQuery(widgetId))
  const view = createSignal(toSourceView(observer.getCurrentResult(), Date.now()), sameView)
  const refresh = () => view.set(toSourceView(observer.getCurrentResult(), Date.now()))

  function follow(): () => void {
    const unsubscribe = observer.subscribe(refresh)
    let readAt = performance.now()
    refresh()
    const timer = setInterval(() => {
      // Not the time of day: set back, it would delay the next read.
      const now = performance.now()
      const { data } = observer.getCurrentResult()
      const waitMs = data && data.error === null && !isOld(data, Date.now()) ? RENEW_EVERY_MS : RETRY_MS
      if (now - readAt >= waitMs && !document.hidden) {
        readAt = now
        void observer.refetch({ cancelRefetch: false })
      }
      refresh()
    }, AGE_CHECK_EVERY_MS)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  return whileShown(view, suspended, follow)
}

function sameView(a: SourceView, b: SourceView): boolean {
  if (a.state !== 'ready' || b.state !== 'ready') return JSON.stringify(a) === JSON.stringify(b)
  return a.data === b.data && a.asOf === b.asOf && a.stale === b.stale && a.error === b.error
}
