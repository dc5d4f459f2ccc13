import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { useIdentityQuestion } from '#web/lib/reauth.ts'
import { useSession } from '#web/lib/session.ts'

// Nothing is toasted before one is signed in. Where its code does not come, the screens do without it.
const Toaster = lazy<ComponentType>(() =>
  import('#web/components/ui/toaster.tsx').then(
    (m) => ({ default: m.Toaster }),
    () => ({ default: () => null }),
  ),
)
const IdentityDialog = lazy(() =>
  import('#web/features/account/identity-dialog.tsx').then((m) => ({ default: m.IdentityDialog })),
)

export function Providers({ client, router }: { client: QueryClient; router: DataRouter }) {
  const session = useSession()
  const isIdentityAsked = useIdentityQuestion()
  return (
    <QueryClientProvider client={client}>
      <OfflineBanner />
      <RouterProvider router={router} />
      {session && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
      <Suspense>{isIdentityAsked && <IdentityDialog />}</Suspense>
    </QueryClientProvider>
  )
}
