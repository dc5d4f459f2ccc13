import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { readAgain, readOvertaken } from '#web/lib/read-again.ts'

/** What one part of the program makes of a live event. */
export type Apply = (client: QueryClient, event: LiveEvent) => void

/** Brings the query cache up to date with a live event: the only place where the two meet. */
export function applyEvent(client: QueryClient, appliers: readonly Apply[], event: LiveEvent): void {
  if (event.type === 'resync') readAgain(client, [])
  const outdated = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
  for (const applier of appliers) applier(client, event)
  // An event tells one change and nothing of what was missed: what has to be read again still has to be.
  for (const query of outdated) query.invalidate()
  // These come all the time, and nothing that they change is fetched for long.
  if (event.type !== 'agent.data' && event.type !== 'source.updated') readOvertaken(client)
}

/** Reads the catalogue again, where it is shown, when it has changed. */
export const applyToCatalogue: Apply = (client, event) => {
  if (event.type === 'modules.changed') readAgain(client, catalogueQuery.queryKey)
}
