import type { QueryClient } from '@tanstack/react-query'
import { screen, searchOf } from '#web/app/screen.ts'
import { ownListQuery } from '#web/features/agents/list/lists.queries.ts'
import { AgentsPage } from '#web/features/agents/mine/agents-page.tsx'

export const myAgentsRoute = (client: QueryClient) =>
  screen(client, AgentsPage, ({ request }) => [ownListQuery(searchOf(request))])
