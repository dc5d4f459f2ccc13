import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Send } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { ListFooter } from '#web/components/list-footer.tsx'
import { LoadFailed } from '#web/components/load-failed.tsx'
import { StatCard } from '#web/components/stat-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { AgentDataDialog } from '#web/features/agents/admin/agent-data-dialog.tsx'
import { AgentEditDialog } from '#web/features/agents/admin/agent-edit-dialog.tsx'
import { type AgentAction, fleetColumns } from '#web/features/agents/admin/fleet-columns.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { AgentSearch } from '#web/features/agents/list/agent-search.tsx'
import { isFiltered } from '#web/features/agents/list/listing.ts'
import { fleetListQuery } from '#web/features/agents/list/lists.queries.ts'
import { LongListTools, wasLong } from '#web/features/agents/list/long-list-tools.tsx'
import { NoMatches } from '#web/features/agents/list/no-matches.tsx'
import { SelectionTools } from '#web/features/agents/list/selection-tools.tsx'
import { useAgentTable } from '#web/features/agents/list/use-agent-table.ts'
import { useListState } from '#web/features/agents/list/use-list-state.ts'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'

// Lazy: nobody sends a command before the first paint.
const BatchResults = lazy(() =>
  import('#web/features/agents/commands/batch-results.tsx').then((m) => ({ default: m.BatchResults })),
)
const SendCommandDialog = lazy(() =>
  import('#web/features/agents/commands/send-command-dialog.tsx').then((m) => ({ default: m.SendCommandDialog })),
)

type OpenDialog = AgentAction | { kind: 'command'; agent: undefined }

const FAILED = 'Error on loading agents list'

const NO_AGENTS: AgentRow[] = []

export function AgentsAdminPage() {
  const list = useListState('fleet')
  const { page, pageSize, query, listing, change, clear } = list
  const result = usePagedQuery({ ...fleetListQuery(list.params), enabled: !list.isUnknown })
  useLastPage({ page, pages: result.data?.pages, isOld: result.isOld }, change)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [batchId, setBatchId] = useState<string | null>(null)
  const columns = useMemo(() => fleetColumns(setOpen), [])
  const agents = result.data?.items ?? NO_AGENTS
  const { table, minWidth } = useAgentTable(list, columns, agents)
  const selectedIds = table.getSelectedRowIds()
  const total = result.isOld ? undefined : result.data?.total
  const close = () => setOpen(null)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FleetCards />
      <Suspense>
        {batchId && <BatchResults key={batchId} batchId={batchId} onClose={() => setBatchId(null)} />}
      </Suspense>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <AgentSearch list={list} />
        <div className="flex flex-wrap gap-2">
          {/* Disabled until the list is known: the command would go to agents that the user has not seen. */}
          <Button disabled={list.isUnknown} onClick={() => setOpen({ kind: 'command', agent: undefined })}>
            <Send aria-hidden />
            Send Command
          </Button>
          <RefreshStats />
        </div>
      </div>
      <LongListTools list={list} total={total} selectedIds={selectedIds} />
      <DataTable
        table={table}
        label="Agents"
        isLoading={result.isPending || list.isUnknown}
        expectedRows={wasLong(list.kind) ? pageSize : undefined}
        empty={
          <Empty
            hasFailed={result.isError}
            isUnfiltered={query === '' && !isFiltered(listing)}
            onClear={clear}
            onRetry={() => void result.refetch()}
          />
        }
        minWidth={minWidth}
      />
      <ListFooter
        page={page}
        pageSize={pageSize}
        total={result.data?.total ?? 0}
        pages={result.data?.pages ?? page}
        isLoading={!result.data || result.isOld}
        hasFailed={result.isError}
        isPartial={result.data?.isPartial ?? false}
        onChange={change}
      >
        {/* `true`: selects no row, instead of the rows selected initially. */}
        <SelectionTools ids={selectedIds} list={list} total={total} onClear={() => table.resetRowSelection(true)} />
      </ListFooter>
      {open?.kind === 'data' && <AgentDataDialog agent={open.agent} onClose={close} />}
      {open?.kind === 'edit' && <AgentEditDialog agent={open.agent} onClose={close} />}
      {open?.kind === 'command' && (
        <Suspense>
          <SendCommandDialog
            agent={open.agent}
            selectedIds={selectedIds}
            shownIds={agents.map(({ id }) => id)}
            list={list}
            total={total}
            onSent={setBatchId}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Links to the registration: this table only shows agents that are already registered. */
function NoAgents() {
  return (
    <>
      No agents yet. Register the first one under{' '}
      <Link to="/agents" className="text-primary-text underline underline-offset-4">
        My agents
      </Link>
      .
    </>
  )
}

type EmptyProps = { hasFailed: boolean; isUnfiltered: boolean; onClear: () => void; onRetry: () => void }

function Empty({ hasFailed, isUnfiltered, onClear, onRetry }: EmptyProps) {
  if (hasFailed) return <LoadFailed onRetry={onRetry}>{FAILED}</LoadFailed>
  return isUnfiltered ? <NoAgents /> : <NoMatches onClear={onClear} />
}

function FleetCards() {
  const { data, isPending } = useQuery(agentStatsQuery)
  return (
    <div className="grid grid-cols-2 gap-4">
      <StatCard
        isSlim
        label="Online Agents"
        value={data?.agentsOnline ?? '–'}
        hint="Currently connected"
        isLoading={isPending}
      />
      <StatCard
        isSlim
        label="Total Agents"
        value={data?.agentsTotal ?? '–'}
        hint="Registered in the system"
        isLoading={isPending}
      />
    </div>
  )
}

function RefreshStats() {
  const { isFetching, refetch } = useQuery(agentStatsQuery)
  return (
    <Button variant="secondary" onClick={() => void refetch()} aria-busy={isFetching}>
      <RefreshCw aria-hidden className={isFetching ? 'animate-spin' : undefined} />
      Refresh stats
    </Button>
  )
}
