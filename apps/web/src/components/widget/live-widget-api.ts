import { moduleRequests } from '@atalaya/contract/module-requests'
import type { AgentView } from '@atalaya/module-sdk'
import { createSignal, sameJson } from '@atalaya/module-sdk/signal'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { toView, watchedAgentQuery } from '#web/components/widget/agent-view.ts'
import { watchAlerts } from '#web/components/widget/alerts-view.ts'
import { watchFleet } from '#web/components/widget/fleet-view.ts'
import type { CreateWidgetApi } from '#web/components/widget/host.ts'
import { watchPicture } from '#web/components/widget/picture-view.ts'
import { watchSeries } from '#web/components/widget/series-view.ts'
import { watchData } from '#web/components/widget/source-view.ts'
import { storageOf } from '#web/components/widget/stored-value.ts'
import { call } from '#web/lib/calls/api.ts'
import { serverUrl } from '#web/lib/calls/request.ts'
import { awaySince } from '#web/lib/live/away-since.ts'

/** Data for a widget on a board: the user's own. A suspended widget gets agents' changes when it resumes. */
export const liveWidgetApi =
  (client: QueryClient, widgetId: string): CreateWidgetApi =>
  (suspended) => ({
    data: watchData(client, widgetId, suspended),
    picture: (key) => watchPicture(client, suspended, { widgetId, key }),
    framed: serverUrl,
    photos: async () => (await import('#web/components/widget/photo-store.ts')).photoStore(widgetId),
    alerts: watchAlerts(client, suspended),
    fleet: watchFleet(client, suspended),
    series: (agentId, metric, spanMs) => watchSeries(client, suspended, { agentId, metric, spanMs }),
    request: (name, params = {}) => call(moduleRequests.send, { body: { widgetId, name, params } }),
    storage: storageOf(client, widgetId),
    agent(agentId) {
      const observer = new QueryObserver(client, watchedAgentQuery(agentId))
      const viewNow = () => toView(observer.getCurrentResult(), awaySince.get())
      const view = createSignal(viewNow(), sameView)
      const refresh = () => {
        if (!suspended.get()) view.set(viewNow())
      }
      return {
        get: view.get,
        subscribe(listener) {
          const stops = [
            view.subscribe(listener),
            observer.subscribe(refresh),
            suspended.subscribe(refresh),
            awaySince.subscribe(refresh),
          ]
          refresh()
          return () => {
            for (const stop of stops) stop()
          }
        },
      }
    },
  })

/** Compares samples by identity: they are many, and new ones come in a new list. */
function sameView(a: AgentView, b: AgentView): boolean {
  if (a.state !== 'ready' || b.state !== 'ready') return a.state === b.state
  return a.samples === b.samples && a.oldSince === b.oldSince && sameJson(a.agent, b.agent)
}
