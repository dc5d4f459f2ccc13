import type { QueryClient } from '@tanstack/react-query'
import { screen, searchParamsOf } from '#web/app/screen.ts'
import { ActivityPage } from '#web/features/agents/commands/activity-page.tsx'
import { BatchPage } from '#web/features/agents/commands/batch-page.tsx'
import { ACTIVITY_SHOWN, readActivity } from '#web/features/agents/commands/batches.ts'
import { activityQuery, batchQuery } from '#web/features/agents/commands/commands.queries.ts'

export const activityRoute = (client: QueryClient) =>
  screen(client, ActivityPage, ({ request }) => {
    const { show, page } = readActivity(searchParamsOf(request))
    return [activityQuery(show, page, ACTIVITY_SHOWN)]
  })

export const batchRoute = (client: QueryClient) =>
  screen(client, BatchPage, ({ params }) => [batchQuery(params.id ?? '', { page: 1, status: undefined })])
