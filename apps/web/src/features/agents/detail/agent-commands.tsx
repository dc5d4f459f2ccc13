import { useState } from 'react'
import { ListFooter } from '#web/components/list-footer.tsx'
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { CommandRow } from '#web/features/agents/commands/command-row.tsx'
import { agentCommandsQuery } from '#web/features/agents/commands/commands.queries.ts'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'

const SHOWN_MAX = 10

/** Commands of an agent with their results, newest first. */
export function AgentCommands({ agentId }: { agentId: string }) {
  const [page, setPage] = useState(1)
  const { data, isPending, isError, isOld } = usePagedQuery(agentCommandsQuery(agentId, page, SHOWN_MAX))
  useLastPage({ page, pages: data?.pagination.pages, isOld }, ({ page: last }) => setPage(last))
  return (
    <Card className="min-w-0 overflow-hidden" aria-label="Command history">
      <CardHeader className="pb-3">
        <CardTitle>Command history</CardTitle>
      </CardHeader>
      {isPending && <Skeleton className="mx-4 mb-4 h-24" />}
      {isError && !data && <p className="px-4 pb-4 text-muted-foreground">The history could not be loaded.</p>}
      {data?.commands.length === 0 && <p className="px-4 pb-4 text-muted-foreground">No commands yet</p>}
      {data && data.commands.length > 0 && (
        <ul className="divide-y border-t">
          {data.commands.map((command) => (
            <CommandRow key={command.commandId} command={command} title={command.command} />
          ))}
        </ul>
      )}
      {data && data.pagination.pages > 1 && (
        <div className="border-t px-4 py-3">
          <ListFooter
            page={page}
            total={data.pagination.total}
            pages={data.pagination.pages}
            isLoading={isOld}
            hasFailed={isError}
            onChange={({ page: next = 1 }) => setPage(next)}
          />
        </div>
      )}
    </Card>
  )
}
