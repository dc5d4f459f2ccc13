import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { agentQuery } from '#web/features/agents/agents.queries.ts'

/** Polling interval for browsers without live events. */
const POLL_EVERY_MS = 3_000

/** Changes from waiting to connected as soon as the agent connects. */
export function ConnectionStatus({ agentId }: { agentId: string }) {
  const { data: agent } = useQuery({
    ...agentQuery(agentId),
    refetchInterval: ({ state }) => (state.data?.isOnline ? false : POLL_EVERY_MS),
  })
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 rounded-lg bg-muted px-3 py-2">
      {agent?.isOnline ? (
        <>
          <p role="status" className="flex items-center gap-2 font-medium text-success-text text-sm">
            <CircleCheck className="size-4 shrink-0" aria-hidden />
            Connected{agent.machine && `: ${agent.machine.hostname}`}
          </p>
          <Button size="sm" asChild>
            <Link to={`/agents/${agentId}`}>Open agent</Link>
          </Button>
        </>
      ) : (
        <p role="status" className="flex items-center gap-2 text-muted-foreground text-sm">
          <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
          Waiting for the agent to connect...
        </p>
      )}
    </div>
  )
}
