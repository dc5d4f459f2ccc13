import type { Batch } from '@atalaya/contract/commands'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { CommandRow } from '#web/features/agents/commands/command-row.tsx'
import { endedCount, isOver, summary } from '#web/features/agents/commands/command-status.ts'
import { batchQuery } from '#web/features/agents/commands/commands.queries.ts'

/** What became of a command at each agent it was sent to, while it happens. */
export function BatchResults({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const { data } = useQuery(batchQuery(batchId))
  const rest = data ? data.batch.total - data.commands.length : 0
  return (
    <Card aria-label="Command results" className="overflow-hidden">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
        <div className="flex items-center gap-3">
          <h2 className="max-w-40 shrink-0 truncate font-semibold text-base">{data?.batch.command ?? 'Sent'}</h2>
          <p role="status" className="min-w-0 flex-1 text-muted-foreground text-sm">
            {data ? progress(data.batch) : 'Loading...'}
          </p>
          <Button variant="ghost" size="icon-sm" aria-label="Close results" onClick={onClose}>
            <X aria-hidden />
          </Button>
        </div>
        <ProgressBar batch={data?.batch} />
      </div>
      <ul className="max-h-64 divide-y overflow-y-auto border-t">
        {data?.commands.map((command) => (
          <CommandRow key={command.commandId} command={command} title={command.agentName ?? command.agentId} isBrief />
        ))}
        {rest > 0 && <li className="px-4 py-3 text-muted-foreground text-sm">and {rest} more</li>}
      </ul>
    </Card>
  )
}

function progress(batch: Batch): string {
  const done = isOver(batch) ? 'Done' : `${endedCount(batch)} of ${batch.total} done`
  return `${done}: ${summary(batch)}`
}

function ProgressBar({ batch }: { batch: Batch | undefined }) {
  const part = (count: number) => `${batch?.total ? (count / batch.total) * 100 : 0}%`
  const good = batch?.counts.succeeded ?? 0
  const unclear = (batch?.counts.unknown ?? 0) + (batch?.counts.cancelled ?? 0)
  const ended = batch ? endedCount(batch) : 0
  return (
    <div className="flex h-1.5 overflow-hidden rounded-full bg-muted" aria-hidden>
      <span className="bg-success transition-[width] duration-300" style={{ width: part(good) }} />
      <span className="bg-warning transition-[width] duration-300" style={{ width: part(unclear) }} />
      <span
        className="bg-destructive transition-[width] duration-300"
        style={{ width: part(ended - good - unclear) }}
      />
    </div>
  )
}
