import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { TokenItem } from '#web/features/tokens/token-item.tsx'
import { allTokensQuery, tokensQuery } from '#web/features/tokens/tokens.queries.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const NewTokenDialog = lazy(() =>
  import('#web/features/tokens/new-token-dialog.tsx').then((m) => ({ default: m.NewTokenDialog })),
)

/** Personal tokens, by which programs act for a user. */
export function TokensPage() {
  const user = useSession()?.user
  return (
    <div className="grid max-w-3xl gap-4">
      <OwnTokens />
      {user && isAdmin(user) && <OthersTokens userId={user._id} />}
    </div>
  )
}

function OwnTokens() {
  const { data, error } = useQuery(tokensQuery)
  const [isMaking, setMaking] = useState(false)
  const newTokenButton = <Button onClick={() => setMaking(true)}>New token</Button>
  return (
    <Card aria-labelledby="tokens-title">
      <CardHeader className="flex-wrap items-center">
        <div>
          <CardTitle id="tokens-title">Your tokens</CardTitle>
          <CardDescription>
            A token lets a program in, for as much as you choose. See <Link to="/account">Account</Link> for where you
            yourself are signed in.
          </CardDescription>
        </div>
        {data && data.length > 0 && newTokenButton}
      </CardHeader>
      <CardContent className="pt-2">
        {error && !data && <Alert>Your tokens could not be read: {error.message}</Alert>}
        {!data && !error && <Skeleton className="h-24" />}
        {data?.length === 0 && (
          <EmptyState icon={KeyRound} title="No tokens yet" action={newTokenButton}>
            Scripts and other programs need one; you yourself don't.
          </EmptyState>
        )}
        <ul className="divide-y">
          {data?.map((token) => (
            <TokenItem key={token._id} token={token} />
          ))}
        </ul>
      </CardContent>
      {isMaking && (
        <Suspense fallback={null}>
          <NewTokenDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function OthersTokens({ userId }: { userId: string }) {
  const { data, error } = useQuery(allTokensQuery)
  const others = data?.filter(({ owner }) => owner._id !== userId)
  return (
    <Card aria-labelledby="others-tokens-title">
      <CardHeader>
        <div>
          <CardTitle id="others-tokens-title">Tokens of others</CardTitle>
          <CardDescription>Owners and names of all tokens. Nobody can see the tokens themselves.</CardDescription>
        </div>
      </CardHeader>
      <CardContent className="pt-2">
        {error && !data && <Alert>They could not be read: {error.message}</Alert>}
        {!data && !error && <Skeleton className="h-16" />}
        {others?.length === 0 && <p className="text-muted-foreground text-sm">Nobody else has one.</p>}
        <ul className="divide-y">
          {others?.map((token) => (
            <TokenItem key={token._id} token={token} owner={token.owner.username} />
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
