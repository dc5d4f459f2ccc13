import { SEVERAL_MAX } from '@atalaya/contract/agent-listing'
import { agents } from '@atalaya/contract/agents'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { call } from '#web/lib/calls/api.ts'
import { plural } from '#web/lib/plural.ts'

/** Number of agents of some accounts. A request takes a limited number of accounts, so many accounts need several. */
const ownedQuery = (owners: readonly string[]) =>
  queryOptions({
    queryKey: ['agents', 'owned by', owners],
    queryFn: async ({ signal }) => {
      const batches = Array.from({ length: Math.ceil(owners.length / SEVERAL_MAX) }, (_, n) =>
        owners.slice(n * SEVERAL_MAX, (n + 1) * SEVERAL_MAX),
      )
      const answers = await Promise.all(
        batches.map((ownerId) => call(agents.list, { query: { ownerId, page: 1, pageSize: 1 } }, signal)),
      )
      return answers.reduce((sum, { pagination }) => sum + pagination.total, 0)
    },
    staleTime: 0,
  })

/** Warns how many agents are deleted with accounts, and links to them. Renders nothing if there are no agents. */
export function OwnedAgents({ owners }: { owners: readonly string[] }) {
  const { data: total = 0 } = useQuery(ownedQuery(owners))
  if (total === 0) return null
  const params = new URLSearchParams(owners.slice(0, SEVERAL_MAX).map((id) => ['ownerId', id]))
  return (
    <Alert>
      {plural(total, { one: '# agent and its history are', other: '# agents and their histories are' })} deleted, too.{' '}
      {owners.length <= SEVERAL_MAX && (
        <Link to={`/admin/agents?${params}`} className="font-medium underline underline-offset-4">
          See which
        </Link>
      )}
    </Alert>
  )
}
