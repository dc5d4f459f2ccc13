import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { useLiveEvents } from '#web/app/use-live-events.ts'
import { useMissingFactor } from '#web/lib/session/missing-factor.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useTemporaryPassword } from '#web/lib/session/temporary-password.ts'

const TemporaryPasswordPage = lazy(() =>
  import('#web/app/temporary-password-page.tsx').then((m) => ({ default: m.TemporaryPasswordPage })),
)

const MissingFactorPage = lazy(() =>
  import('#web/app/missing-factor-page.tsx').then((m) => ({ default: m.MissingFactorPage })),
)

/**
 * Shows its children once the account is set up. A temporary password is replaced first, then a missing factor set up.
 */
export function SetupGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const isTemporary = useTemporaryPassword()
  const isMissing = useMissingFactor()
  const userId = session?.user?._id
  useLiveEvents(isTemporary || isMissing ? undefined : userId)
  // Keyed, because another tab may sign in as somebody else: their screens begin anew.
  if (!isTemporary && !isMissing) return <Fragment key={userId}>{children}</Fragment>
  return <Suspense>{isTemporary ? <TemporaryPasswordPage /> : <MissingFactorPage />}</Suspense>
}
