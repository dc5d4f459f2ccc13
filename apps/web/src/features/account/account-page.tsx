import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'
import { PasswordCard } from '#web/features/account/password-card.tsx'
import { ProfileCard } from '#web/features/account/profile-card.tsx'
import { SessionsCard } from '#web/features/account/sessions-card.tsx'
import { laterPart } from '#web/lib/later-part.ts'
import { hasProviders } from '#web/lib/session/providers.ts'

// Lazy: most visitors only use the rest of this page.
const SecondFactorCard = laterPart(() =>
  import('#web/features/account/factor/second-factor-card.tsx').then((m) => m.SecondFactorCard),
)

const ProvidersCard = laterPart(() =>
  import('#web/features/account/providers/providers-card.tsx').then((m) => m.ProvidersCard),
)

export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-4">
        <ProfileCard user={me.user} />
        <PasswordCard />
        <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
          <SecondFactorCard />
        </Suspense>
        {hasProviders() && (
          <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
            <ProvidersCard />
          </Suspense>
        )}
      </div>
      <SessionsCard />
    </div>
  )
}
