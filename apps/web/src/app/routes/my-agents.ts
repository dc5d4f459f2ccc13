import type { QueryClient } from '@tanstack/react-query'
import { screen, searchParamsOf } from '#web/app/screen.ts'
import { ownListQuery } from '#web/features/agents/list/lists.queries.ts'
import { AgentsPage } from '#web/features/agents/mine/agents-page.tsx'
import { preferencesQuery } from '#web/lib/preferences.ts'

/** Page size and filters of a view are known only with the preferences. */
export const myAgentsRoute = (client: QueryClient) =>
  screen(client, AgentsPage, ({ request }) => {
    const params = searchParamsOf(request)
    const known = client.getQueryData(preferencesQuery.queryKey)
    return [preferencesQuery, ...(known && !params.has('view') ? [ownListQuery(params, known.ownLook ?? {})] : [])]
  })
