import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { agentRecordsQuery } from '#web/features/agents/agents.queries.ts'
import { RecordList } from '#web/features/agents/record-list.tsx'
import { agentOption } from '#web/features/agents/status.ts'

export function AgentDataDialog({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const { data, isPending, isError, refetch } = useQuery(agentRecordsQuery(agent.id))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>Latest Agent Data</DialogTitle>
          <DialogDescription className="break-all">{agentOption(agent)}</DialogDescription>
        </DialogHeader>
        <section
          aria-label="Records"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
          tabIndex={0}
          className="max-h-[60vh] min-h-24 overflow-y-auto"
        >
          {isPending && <p role="status">Loading...</p>}
          {isError && !data && (
            <div className="grid justify-items-start gap-2">
              <p>The server could not be asked for the data.</p>
              <Button onClick={() => void refetch()}>Try Again</Button>
            </div>
          )}
          {data?.length === 0 && <p className="text-muted-foreground">No recent data</p>}
          {data && <RecordList records={data} />}
        </section>
      </DialogContent>
    </Dialog>
  )
}
