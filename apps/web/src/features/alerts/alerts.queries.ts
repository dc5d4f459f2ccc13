import { alerts, type newSilence } from '@atalaya/contract/alert-incidents'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { alertKeys } from '#web/lib/alert-keys.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'

export type IncidentState = 'firing' | 'ended'

/** Number of firing alerts; null if the server has no alerts route (404). */
export const alertCountsQuery = queryOptions({
  queryKey: alertKeys.counts,
  queryFn: ({ signal }) =>
    call(alerts.counts, {}, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }),
})

export const incidentsQuery = (state: IncidentState, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...alertKeys.all, 'incidents', state, page, pageSize],
    queryFn: ({ signal }) => call(alerts.list, { query: { state, page, pageSize } }, signal),
  })

/** Firing alerts that nobody has acknowledged, worst first. */
export const unacknowledgedQuery = queryOptions({
  queryKey: [...alertKeys.all, 'unacknowledged'],
  queryFn: async ({ signal }) =>
    (await call(alerts.list, { query: { state: 'firing', unacknowledged: 'true', page: 1, pageSize: 50 } }, signal))
      .incidents,
})

/** Firing alerts of an agent, or its latest ended ones. */
export const agentIncidentsQuery = (agentId: string, state: IncidentState) =>
  queryOptions({
    queryKey: [...alertKeys.all, 'incidents of', agentId, state],
    queryFn: ({ signal }) => call(alerts.list, { query: { agentId, state, page: 1, pageSize: 20 } }, signal),
    placeholderData: keepPreviousData,
  })

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: [...alertKeys.all, 'incident', id],
    queryFn: ({ signal }) => call(alerts.get, { params: { id } }, signal),
  })

export const silencesQuery = queryOptions({
  queryKey: alertKeys.silences,
  queryFn: async ({ signal }) => (await call(alerts.silences, {}, signal)).silences,
})

export const acknowledge = mutationOptions({
  mutationFn: (id: string) => call(alerts.acknowledge, { params: { id } }),
  meta: { error: 'The alert could not be acknowledged', refresh: alertKeys.all },
})

export const silence = mutationOptions({
  mutationFn: (body: z.input<typeof newSilence>) => call(alerts.silence, { body }),
  meta: { success: 'Silenced: nobody is notified', error: 'Could not silence', refresh: alertKeys.all },
})

export const planMaintenance = mutationOptions({
  mutationFn: (body: z.input<typeof newSilence>) => call(alerts.silence, { body }),
  meta: { success: 'Maintenance planned', error: false, refresh: alertKeys.all },
})

export const endMaintenance = mutationOptions({
  mutationFn: (id: string) => call(alerts.endSilence, { params: { id } }),
  meta: { success: 'Maintenance ended', error: 'The maintenance could not be ended', refresh: alertKeys.all },
})

export const endSilence = mutationOptions({
  mutationFn: (id: string) => call(alerts.endSilence, { params: { id } }),
  meta: {
    success: 'Silence ended: people are notified again',
    error: 'The silence could not be ended',
    refresh: alertKeys.all,
  },
})
