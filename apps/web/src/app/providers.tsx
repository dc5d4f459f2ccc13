import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { useIdentityQuestion } from '#web/lib/reauth.ts'
import { useSession } from '#web/lib/session.ts'

// Nothing is toasted before one is signed in.
const Toaster = lazy(() => import('#web/components/ui/toaster.tsx').then((m) => ({ default: m.Toaster })))
const IdentityDialog = lazy(() =>
  import('#web/features/account/identity-dialog.tsx').then((m) => ({ default: m.IdentityDialog })),
)

export function Providers({ client, router }: { client: QueryClient; router: DataRouter }) {
  const session = useSession()
  const isIdentityAsked = useIdentityQuestion()
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <OfflineBanner />
      {session && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
      <Suspense>{isIdentityAsked && <IdentityDialog />}</Suspense>
    </QueryClientProvider>
  )
}
