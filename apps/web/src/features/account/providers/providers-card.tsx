import type { Identity, SignInProvider } from '@atalaya/contract/identities'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import {
  identitiesQuery,
  linkProvider,
  setLocalSignIn,
  unlinkProvider,
} from '#web/features/account/providers/providers.queries.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** Linked accounts at providers, and whether signing in by password is still possible. */
export function ProvidersCard() {
  const { data, error } = useQuery(identitiesQuery)
  const isAdministrator = isAdmin(useSession()?.user)
  const unlinked =
    data?.providers.filter(({ id }) => !data.identities.some(({ provider }) => provider?.id === id)) ?? []
  return (
    <Card aria-labelledby="providers-title">
      <CardHeader>
        <div>
          <CardTitle id="providers-title">Sign-in by other providers</CardTitle>
          <CardDescription>Signing in there as you signs in here as you.</CardDescription>
        </div>
      </CardHeader>
      <CardContent className="grid gap-4">
        {error && <Alert>{error.message}</Alert>}
        {!data && !error && <Skeleton className="h-16" />}
        {data && (
          <>
            <ul className="divide-y">
              {data.identities.map((identity) => (
                <LinkedProvider key={identity._id} identity={identity} />
              ))}
              {unlinked.map((provider) => (
                <UnlinkedProvider key={provider.id} provider={provider} />
              ))}
            </ul>
            {data.hasPassword && data.identities.length > 0 && <LocalSignIn isAllowed={data.localSignIn} />}
            {!data.hasPassword && (
              <p className="text-muted-foreground text-sm">
                {isAdministrator
                  ? 'Your account has no password; you can give it one under Users.'
                  : 'Your account has no password; an administrator can give it one.'}
              </p>
            )}
          </>
        )}
      </CardContent>
    </Card>
  )
}

function LinkedProvider({ identity }: { identity: Identity }) {
  const [isAsking, setAsking] = useState(false)
  const unlink = useMutation(unlinkProvider)
  const name = identity.provider?.name ?? new URL(identity.issuer).host
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {identity.label} · linked <RelativeTime at={identity.linkedAt} fallback="-" />
          {!identity.provider && ' · no longer offered here'}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={`Unlink ${name}`} onClick={() => setAsking(true)}>
        Unlink
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Unlink ${name}`}
          description={`Signing in with ${name} no longer leads to this account, and all other sessions end.`}
          confirmText="Unlink"
          busyText="Unlinking..."
          isBusy={unlink.isPending}
          onConfirm={() => unlink.mutate(identity._id, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

function UnlinkedProvider({ provider }: { provider: SignInProvider }) {
  const link = useMutation(linkProvider)
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{provider.name}</p>
        <p className="text-muted-foreground text-xs">Not linked</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Link ${provider.name}`}
        busy={link.isPending}
        onClick={() => link.mutate(provider.id)}
      >
        Link
      </Button>
    </li>
  )
}

function LocalSignIn({ isAllowed }: { isAllowed: boolean }) {
  const set = useMutation(setLocalSignIn)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="min-w-0 flex-1 basis-56 text-muted-foreground text-sm">
        {isAllowed ? 'Your password lets you in, too.' : 'Your password lets nobody in: sign in by a linked provider.'}
      </p>
      <Button variant="secondary" size="sm" busy={set.isPending} onClick={() => set.mutate(!isAllowed)}>
        {isAllowed ? 'Sign in by providers only' : 'Let my password in again'}
      </Button>
    </div>
  )
}
