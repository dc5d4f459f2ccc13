import type { QueryClient } from '@tanstack/react-query'
import { FLEET_KEY } from '#web/components/widget/agent-events.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'

/** Lets widgets ask for the fleet only if a module on a page shows it. The server refuses it otherwise. */
export function enableFleetIfShown(client: QueryClient): void {
  const isShown = () =>
    client
      .getQueryData(pagesQuery.queryKey)
      ?.some(({ modules }) => modules.some(({ meta }) => meta.shows?.includes('fleet'))) ?? false
  client.setQueryDefaults([FLEET_KEY], { enabled: isShown })
}
