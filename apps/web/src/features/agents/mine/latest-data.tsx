import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { agentTitle } from '#web/features/agents/status.ts'
import { latestQuery } from '#web/features/agents/telemetry.queries.ts'

/** Newest record of each of these agents; before the first one renders nothing, or an error. */
export function LatestData({ agents }: { agents: AgentRow[] }) {
  const { data, error } = useQuery(latestQuery)
  const titles = new Map(agents.map((agent) => [agent.agentId, agentTitle(agent)]))
  const records = data?.filter(({ agentId }) => titles.has(agentId)) ?? []
  if (records.length === 0 && !error) return null
  return (
    <Card aria-labelledby="latest-data">
      <CardHeader>
        <CardTitle id="latest-data">Latest data</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-2">
        {error && <Alert>{error.message}</Alert>}
        <ul className="grid grid-cols-1">
          {records.map(({ _id, agentId, createdAt, dataType, data: { data: value } }) => (
            <li key={_id} className="flex items-baseline gap-3 border-t py-2 text-sm first:border-0">
              <span className="max-w-40 shrink-0 truncate font-medium">{titles.get(agentId)}</span>
              <span className="shrink-0 text-muted-foreground">{dataType}</span>
              <code className="min-w-0 flex-1 truncate font-mono text-xs">{JSON.stringify(value)}</code>
              <RelativeTime at={createdAt} fallback="-" className="shrink-0 text-muted-foreground" />
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}
