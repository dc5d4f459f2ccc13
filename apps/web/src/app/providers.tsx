import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { useSession } from '#web/lib/session.ts'

// Nothing is toasted before one is signed in.
const Toaster = lazy(() => import('#web/components/ui/toaster.tsx').then((m) => ({ default: m.Toaster })))

export function Providers({ client, router }: { client: QueryClient; router: DataRouter }) {
  const session = useSession()
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <OfflineBanner />
      {session && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}
