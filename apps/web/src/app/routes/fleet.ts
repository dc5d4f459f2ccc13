import type { QueryClient } from '@tanstack/react-query'
import { screen, searchParamsOf } from '#web/app/screen.ts'
import { AgentsAdminPage } from '#web/features/agents/admin/agents-admin-page.tsx'
import { agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { fleetListQuery } from '#web/features/agents/list/lists.queries.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'

/** The filters of a view are known only with the preferences. */
export const fleetRoute = (client: QueryClient) =>
  screen(client, AgentsAdminPage, ({ request }) => {
    const params = searchParamsOf(request)
    return [agentStatsQuery, preferencesQuery, ...(params.has('view') ? [] : [fleetListQuery(params)])]
  })
