import type { User } from '@atalaya/contract/users'
import { useMemo } from 'react'
import { StatCard } from '#web/components/stat-card.tsx'
import { summarise } from '#web/features/users/users-summary.ts'
import { useNow } from '#web/lib/clock.ts'

const REFRESH_EVERY_MS = 60_000

export function UsersCards({ users }: { users: readonly User[] }) {
  const now = useNow(REFRESH_EVERY_MS)
  const { total, active, admins, recentLogins } = useMemo(() => summarise(users, now.getTime()), [users, now])
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4" lang="es">
      <StatCard isSlim label="Usuarios" value={total} />
      <StatCard isSlim label="Activos" value={active} />
      <StatCard isSlim label="Admins" value={admins} />
      <StatCard isSlim label="Logins 7 días" value={recentLogins} />
    </div>
  )
}
