import type { SignInLock } from '@atalaya/contract/users'
import { timeText } from '@atalaya/format/time'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { useFormats } from '#web/lib/formats.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** Warns the owner that somebody is guessing the password. */
export function LockNotice({ lock }: { lock: SignInLock }) {
  const isAdministrator = isAdmin(useSession()?.user)
  return (
    <Alert variant="info" className="mb-2">
      {lock.failures} wrong passwords were typed for your account, the last{' '}
      <RelativeTime at={lock.since} fallback="just now" />. Signing in{' '}
      {lock.onKnownDevice ? 'on one of your browsers' : 'on a new browser'} waits until{' '}
      {timeText(lock.until, useFormats())}; a new password{!isAdministrator && ', or an administrator,'} lifts that.
    </Alert>
  )
}
