import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { OverScreens } from '#web/app/over-screens.tsx'

/** The query cache around the router, and what lies above and below every screen. */
export function Providers({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <QueryClientProvider client={client}>
      <OfflineBanner />
      <RouterProvider router={router} />
      <OverScreens />
    </QueryClientProvider>
  )
}
