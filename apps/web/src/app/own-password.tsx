import { lazy, type ReactNode, Suspense } from 'react'
import { useLiveEvents } from '#web/app/use-live-events.ts'
import { useSession } from '#web/lib/session.ts'
import { useTemporaryPassword } from '#web/lib/temporary-password.ts'

const TemporaryPasswordPage = lazy(() =>
  import('#web/app/temporary-password-page.tsx').then((m) => ({ default: m.TemporaryPasswordPage })),
)

/** What a session with a password of its own is shown, kept up to date; with an administrator's, first the way to one. */
export function OwnPassword({ children }: { children: ReactNode }) {
  const session = useSession()
  const isTemporary = useTemporaryPassword()
  useLiveEvents(isTemporary ? undefined : session?.user?._id)
  if (!isTemporary) return children
  return (
    <Suspense>
      <TemporaryPasswordPage />
    </Suspense>
  )
}
