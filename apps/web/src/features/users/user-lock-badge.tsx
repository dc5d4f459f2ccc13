import { Lock } from 'lucide-react'
import { Badge } from '#web/components/ui/badge.tsx'
import { useLock } from '#web/features/users/user-locks.ts'

/** Badge of an account locked by wrong passwords; renders nothing for others. */
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
