import type { QueryClient } from '@tanstack/react-query'
import { screen, searchParamsOf } from '#web/app/screen.ts'
import { alertCountsQuery, incidentQuery, incidentsQuery } from '#web/features/alerts/alerts.queries.ts'
import { viewOf } from '#web/features/alerts/alerts-address.ts'
import { AlertsPage } from '#web/features/alerts/alerts-page.tsx'
import { PAGE_SIZE } from '#web/features/alerts/incident-list.tsx'
import { IncidentPage } from '#web/features/alerts/incident-page.tsx'
import { readPaging } from '#web/lib/calls/paging.ts'

export const alertsRoute = (client: QueryClient) =>
  screen(client, AlertsPage, ({ request }) => {
    const params = searchParamsOf(request)
    const { page } = readPaging(params)
    const view = viewOf(params)
    if (view === 'firing') return [alertCountsQuery, incidentsQuery('firing', page, PAGE_SIZE)]
    return view === 'history' ? [alertCountsQuery, incidentsQuery('ended', page, PAGE_SIZE)] : [alertCountsQuery]
  })

export const incidentRoute = (client: QueryClient) =>
  screen(client, IncidentPage, ({ params }) => [incidentQuery(params.id ?? '')])
