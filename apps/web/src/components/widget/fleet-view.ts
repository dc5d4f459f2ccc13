import { agents, PAGE_SIZE_MAX } from '@atalaya/contract/agents'
import type { FleetView } from '@atalaya/module-sdk'
import type { Signal } from '@atalaya/module-sdk/host'
import type { QueryClient } from '@tanstack/react-query'
import { FLEET_KEY, type Fleet } from '#web/components/widget/agent-events.ts'
import { watchQuery } from '#web/components/widget/while-shown.ts'
import { call } from '#web/lib/calls/api.ts'

/** Maximum pages of agents that are read, all but the first at once. */
const PAGES_MAX = 10
/** Fallback poll, for missed live events. */
const POLL_EVERY_MS = 60_000

/** The user's own agents with the fields that widgets count by. */
export function watchFleet(client: QueryClient, suspended: Signal<boolean>): Signal<FleetView> {
  const options = {
    queryKey: [FLEET_KEY],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchFleet(signal),
    staleTime: POLL_EVERY_MS,
    refetchInterval: POLL_EVERY_MS,
  }
  return watchQuery(client, suspended, options, ({ data, isError }): FleetView => {
    if (data) return { state: 'ready', ...data }
    return { state: isError ? 'failed' : 'loading' }
  })
}

async function fetchFleet(signal: AbortSignal): Promise<Fleet> {
  const page = (number: number) =>
    call(agents.list, { query: { page: number, pageSize: PAGE_SIZE_MAX, owner: 'me' } }, signal)
  const first = await page(1)
  const count = Math.min(first.pagination.pages, PAGES_MAX)
  const rest = await Promise.all(Array.from({ length: count - 1 }, (_, index) => page(index + 2)))
  const all = [first, ...rest].flatMap((answer) => answer.agents)
  return {
    total: first.pagination.total,
    agents: all.map(({ agentId, isOnline, tags }) => ({ agentId, isOnline, tags })),
  }
}
