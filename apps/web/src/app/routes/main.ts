import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { prefetchOnIntent } from '#web/app/intent.ts'
import { screen } from '#web/app/screen.ts'
import { MainLayout } from '#web/app/shell/main-layout.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'

/** The layout with the sidebar, whose links lead to all `routes`. */
export function mainRoute(client: QueryClient, routes: RouteObject[]) {
  prefetchOnIntent(routes)
  return screen(client, MainLayout, [meQuery])
}
