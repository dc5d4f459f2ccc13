import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/account/account.queries.ts'
import { PasswordCard } from '#web/features/account/password-card.tsx'
import { ProfileCard } from '#web/features/account/profile-card.tsx'
import { SessionsCard } from '#web/features/account/sessions-card.tsx'

export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-4">
        <ProfileCard user={me.user} />
        <PasswordCard />
      </div>
      <SessionsCard />
    </div>
  )
}
