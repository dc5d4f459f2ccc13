import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { DashboardPage } from '#web/features/boards/pages/dashboard-page.tsx'

export const dashboardsRoute = (client: QueryClient) => screen(client, DashboardPage, [pagesQuery])
