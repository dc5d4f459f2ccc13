import { Lock } from 'lucide-react'
import { Badge } from '#web/components/ui/badge.tsx'
import { useLock } from '#web/features/users/user-locks.ts'

/** Nothing, but for an account that wrong passwords keep from signing in. */
export function UserLockBadge({ userId }: { userId: string }) {
  const lock = useLock(userId)
  if (!lock) return null
  return (
    <Badge variant="warning" title={`${lock.failures} wrong passwords in a row`}>
      <Lock aria-hidden />
      locked
    </Badge>
  )
}
