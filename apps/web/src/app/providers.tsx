import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { OfflineBanner } from '#web/app/offline-banner.tsx'

// Not needed for the first paint.
const Toaster = lazy(() => import('#web/components/ui/toaster.tsx').then((m) => ({ default: m.Toaster })))

export function Providers({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <OfflineBanner />
      <Suspense>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  )
}
