import { type ComponentType, lazy, Suspense } from 'react'
import { useAttended } from '#web/lib/attended.ts'
import { useIdentityQuestion } from '#web/lib/session/reauth.ts'
import { useSession } from '#web/lib/session/session.ts'

// If the toaster's code can't be loaded, screens do without it.
const Toaster = lazy<ComponentType>(() =>
  import('#web/components/ui/toaster.tsx').then(
    (m) => ({ default: m.Toaster }),
    () => ({ default: () => null }),
  ),
)
const IdentityDialog = lazy(() =>
  import('#web/features/account/identity-dialog.tsx').then((m) => ({ default: m.IdentityDialog })),
)

/**
 * Toasts, which come only after signing in, and the dialog that asks to confirm the identity. Both lie over any screen.
 */
export function OverScreens() {
  const session = useSession()
  const isAttended = useAttended()
  const isIdentityAsked = useIdentityQuestion()
  return (
    <>
      <Suspense>{session && isAttended && <Toaster />}</Suspense>
      <Suspense>{isIdentityAsked && <IdentityDialog />}</Suspense>
    </>
  )
}
