import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import { identitiesQuery } from '#web/features/account/providers/providers.queries.ts'

type ConfirmButtonsProps = { isBusy: boolean; onChoose: (provider: string) => void }

/**
 * Reauthentication at a linked provider, in place of the password. The browser leaves the page, so the user has to
 * begin the change again.
 */
export function ConfirmButtons({ isBusy, onChoose }: ConfirmButtonsProps) {
  const { data } = useQuery(identitiesQuery)
  const providers = data?.identities.flatMap(({ provider }) => provider ?? []) ?? []
  if (providers.length === 0) return null
  return (
    <div className="grid gap-2">
      {providers.map(({ id, name }) => (
        <Button key={id} variant="secondary" busy={isBusy} onClick={() => onChoose(id)}>
          <LogIn aria-hidden />
          <span className="truncate">Sign in with {name} again instead</span>
        </Button>
      ))}
    </div>
  )
}
