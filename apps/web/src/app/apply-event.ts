import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { readAgain, rereadRunning } from '#web/lib/calls/read-again.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

/** Applies a live event to one part of the cache. */
export type Applier = (client: QueryClient, event: LiveEvent) => void

/** Applies a live event to the query cache, each applier to its part. */
export function applyEvent(client: QueryClient, appliers: readonly Applier[], event: LiveEvent): void {
  if (event.type === 'resync') readAgain(client, [])
  const outdated = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
  for (const applier of appliers) applier(client, event)
  // Updating a query clears its mark as outdated; the event brought only one change, so the mark is restored.
  for (const query of outdated) query.invalidate()
  // Skipped for these frequent events: their queries are so fast that an event rarely arrives during one.
  if (event.type !== 'agent.data' && event.type !== 'source.updated') rereadRunning(client)
}

/** Reloads the catalogue, if it is shown, after a change. */
export const applyToCatalogue: Applier = (client, event) => {
  if (event.type === 'modules.changed') readAgain(client, catalogueQuery.queryKey)
}
