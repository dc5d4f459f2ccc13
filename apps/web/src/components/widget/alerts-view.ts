import { alerts } from '@atalaya/contract/alert-incidents'
import { subjectOf } from '@atalaya/contract/incident-subject'
import type { AlertsView } from '@atalaya/module-sdk'
import type { Signal } from '@atalaya/module-sdk/host'
import type { QueryClient } from '@tanstack/react-query'
import { watchQuery } from '#web/components/widget/while-shown.ts'
import { alertKeys } from '#web/lib/alert-keys.ts'
import { call } from '#web/lib/calls/api.ts'
import { faultOf } from '#web/lib/incident-fault.ts'

const SHOWN_MAX = 50
/** Fallback poll, for missed live events. */
const POLL_EVERY_MS = 60_000

/** Firing alerts of the rules that the user receives, worst first. */
export function watchAlerts(client: QueryClient, suspended: Signal<boolean>): Signal<AlertsView> {
  const options = {
    queryKey: [...alertKeys.all, 'widget'],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchAlerts(signal),
    staleTime: POLL_EVERY_MS,
    refetchInterval: POLL_EVERY_MS,
  }
  return watchQuery(client, suspended, options, ({ data, isError }): AlertsView => {
    if (data) return data
    return { state: isError ? 'failed' : 'loading' }
  })
}

async function fetchAlerts(signal: AbortSignal): Promise<AlertsView> {
  const query = { state: 'firing', page: 1, pageSize: SHOWN_MAX } as const
  const [{ incidents, pagination }, rules] = await Promise.all([
    call(alerts.list, { query }, signal),
    call(alerts.counts, {}, signal),
  ])
  return {
    state: 'ready',
    total: pagination.total,
    rules,
    alerts: incidents.map((incident) => ({
      id: incident._id,
      severity: incident.severity,
      who: subjectOf(incident),
      text: faultOf(incident),
      openedAt: incident.openedAt,
      isSilenced: incident.isSilenced,
      acknowledgedBy: incident.acknowledged?.by ?? null,
    })),
  }
}
