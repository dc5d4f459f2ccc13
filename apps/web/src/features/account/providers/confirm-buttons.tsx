import { useMutation, useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { confirmByProvider, identitiesQuery } from '#web/features/account/providers/providers.queries.ts'

/** Who has linked a provider can sign in there again in place of the password; what was begun here is begun anew then. */
export function ConfirmButtons() {
  const { data } = useQuery(identitiesQuery)
  const confirm = useMutation(confirmByProvider)
  const providers = data?.identities.flatMap(({ provider }) => provider ?? []) ?? []
  if (providers.length === 0) return null
  return (
    <div className="grid gap-2">
      {providers.map(({ id, name }) => (
        <Button key={id} variant="secondary" busy={confirm.isPending} onClick={() => confirm.mutate(id)}>
          <LogIn aria-hidden />
          <span className="truncate">Sign in with {name} again instead</span>
        </Button>
      ))}
      {confirm.error && <Alert>{confirm.error.message}</Alert>}
    </div>
  )
}
