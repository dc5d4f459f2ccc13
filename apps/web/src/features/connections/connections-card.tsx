import { useQuery } from '@tanstack/react-query'
import { Alert } from '#web/components/ui/alert.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { connectionsQuery } from '#web/features/connections/connections.queries.ts'
import { SpotifyItem } from '#web/features/connections/spotify-item.tsx'

/** The user's accounts at other services. */
export function ConnectionsCard() {
  const { data, error } = useQuery(connectionsQuery)
  return (
    <Card aria-labelledby="connections-title">
      <CardHeader>
        <div>
          <CardTitle id="connections-title">Connections</CardTitle>
          <CardDescription>Accounts of yours that modules may show something of.</CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        {error && <Alert>Your connections could not be read: {error.message}</Alert>}
        {!data && !error && <Skeleton className="h-16" />}
        {data?.offers.map((offer) => (
          <SpotifyItem
            key={offer.service}
            offer={offer}
            connection={data.integrations.find(({ service }) => service === offer.service)}
          />
        ))}
      </CardContent>
    </Card>
  )
}
