import type { QueryClient } from '@tanstack/react-query'
import { screen, searchOf } from '#web/app/screen.ts'
import { AgentsAdminPage } from '#web/features/agents/admin/agents-admin-page.tsx'
import { agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { fleetListQuery } from '#web/features/agents/list/lists.queries.ts'

export const fleetRoute = (client: QueryClient) =>
  screen(client, AgentsAdminPage, ({ request }) => [agentStatsQuery, fleetListQuery(searchOf(request))])
