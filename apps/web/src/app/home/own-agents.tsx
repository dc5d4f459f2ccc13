import type { Agent } from '@atalaya/contract/agents'
import { Link } from 'react-router'
import { isRunning } from '#web/app/home/agent-summary.ts'
import { LoadFailed } from '#web/components/load-failed.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { AgentStatus } from '#web/features/agents/agent-status.tsx'
import { agentTitle } from '#web/features/agents/status.ts'

const SHOWN_MAX = 6

/** Sort key, most urgent first: offline, degraded, never connected, running. */
function urgencyOf(agent: Agent): number {
  if (agent.status === 'degraded') return 1
  if (agent.status === 'pending') return 2
  return isRunning(agent) ? 3 : 0
}

type OwnAgentsProps = { agents: Agent[] | undefined; onRetry: () => void }

/** The person's first agents, those that need attention before the others; undefined if they could not be loaded. */
export function OwnAgents({ agents, onRetry }: OwnAgentsProps) {
  const shown = agents?.toSorted((a, b) => urgencyOf(a) - urgencyOf(b)).slice(0, SHOWN_MAX)
  return (
    <Card aria-labelledby="own-agents">
      <CardHeader className="items-center pb-4">
        <CardTitle id="own-agents">Your agents</CardTitle>
        <Button variant="ghost" size="sm" className="-my-1" asChild>
          <Link to="/agents">My agents</Link>
        </Button>
      </CardHeader>
      {!shown && (
        <LoadFailed className="border-t px-4 py-4 text-muted-foreground text-sm" onRetry={onRetry}>
          Could not load your agents.
        </LoadFailed>
      )}
      {shown?.length === 0 && (
        <p className="border-t px-4 py-4 text-muted-foreground text-sm">You have no agents yet.</p>
      )}
      <ul>
        {shown?.map((agent) => (
          <li key={agent._id} className="relative flex items-center gap-3 border-t px-4 py-2.5 hover:bg-accent">
            <span className="flex min-w-0 flex-1">
              <Link to={`/agents/${agent.agentId}`} className="truncate font-medium after:absolute after:inset-0">
                {agentTitle(agent)}
              </Link>
            </span>
            <RelativeTime at={agent.lastSeen} fallback="Never seen" className="text-muted-foreground text-sm" />
            <AgentStatus agent={agent} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
