import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { agentRecordsQuery } from '#web/features/agents/agents.queries.ts'

type PendingNoticeProps = {
  agentId: string
  onNewToken: () => void
  /** Content for an agent that has sent data. */
  children: ReactNode
}

/**
 * Next step for an agent that was registered, but never connected. Records count as a connection: agents may use plain
 * HTTP.
 */
export function PendingNotice({ agentId, onNewToken, children }: PendingNoticeProps) {
  const { data: records, isPending } = useQuery(agentRecordsQuery(agentId))
  if (isPending) return null
  if (records?.length !== 0) return children
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-4" aria-labelledby="never-connected">
      <div className="grid gap-1">
        <h3 id="never-connected" className="font-semibold text-base">
          This agent has never connected
        </h3>
        <p className="text-muted-foreground text-sm">
          Run the line that was shown when it was registered. If it is lost, a new token comes with a new line.
        </p>
      </div>
      <Button variant="secondary" onClick={onNewToken}>
        New token
      </Button>
    </Card>
  )
}
