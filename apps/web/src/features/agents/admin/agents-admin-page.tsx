import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Send, Server, Wifi } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { SearchInput } from '#web/components/search-input.tsx'
import { StatCard } from '#web/components/stat-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { type AgentAction, agentColumns } from '#web/features/agents/admin/agent-columns.tsx'
import { AgentDataDialog } from '#web/features/agents/admin/agent-data-dialog.tsx'
import { AgentEditDialog } from '#web/features/agents/admin/agent-edit-dialog.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { BatchResults } from '#web/features/agents/commands/batch-results.tsx'
import { SendCommandDialog } from '#web/features/agents/commands/send-command-dialog.tsx'
import { FLEET_COLUMNS, useVisibility } from '#web/features/agents/list/chosen-columns.ts'
import { isFiltered, readListing } from '#web/features/agents/list/listing.ts'
import { fleetListQuery } from '#web/features/agents/list/lists.queries.ts'
import { LongListTools } from '#web/features/agents/list/long-list-tools.tsx'
import { NoMatches } from '#web/features/agents/list/no-matches.tsx'
import { useSorting } from '#web/features/agents/list/use-sorting.ts'
import { ListFooter } from '#web/features/agents/list-footer.tsx'
import { useListState } from '#web/features/agents/use-list-state.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'

type Open = AgentAction | { kind: 'command'; agent: undefined }

const FAILED = 'Error on loading agents list'

/** What the columns take that are always there, with room for the names. */
const FIXED_REM = 36
const USUAL_REM = 30

/** With the usual columns on a phone as far as the status; elsewhere with room for the names. */
const minWidthOf = (optionalRem: number) =>
  optionalRem <= USUAL_REM ? 'max(55rem, min(66rem, 100vw))' : `${FIXED_REM + optionalRem}rem`

const NO_AGENTS: AgentRow[] = []

export function AgentsAdminPage() {
  const { params, page, pageSize, query, change, setParam, search, clear, box } = useListState()
  const listing = readListing(params)
  const list = usePagedQuery(fleetListQuery(params))
  const [open, setOpen] = useState<Open | null>(null)
  const [batchId, setBatchId] = useState<string | null>(null)
  const columns = useMemo(() => agentColumns(setOpen), [])
  const data = list.data?.items ?? NO_AGENTS
  const { isOnlySort, visibility, optionalRem } = useVisibility(params, listing, FLEET_COLUMNS)
  const sorting = useSorting(listing, change)
  const table = useDataTable({ columns, data, rowId: (agent) => agent.id, visibility, ...sorting })
  const { ownerId } = listing
  const selectedIds = table.getSelectedRowIds()
  const close = () => setOpen(null)

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FleetCards />
      {batchId && <BatchResults key={batchId} batchId={batchId} onClose={() => setBatchId(null)} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SearchInput
          key={box.key}
          placeholder="Search by ID or name..."
          defaultValue={box.defaultValue}
          onValueChange={search}
          className="max-sm:max-w-none"
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen({ kind: 'command', agent: undefined })}>
            <Send aria-hidden />
            Send Command
          </Button>
          <RefreshStats />
        </div>
      </div>
      <LongListTools
        total={list.data?.total}
        listing={listing}
        asked={{ ...listing, query: query || undefined }}
        owner={data.find(({ user }) => user._id === ownerId)?.user.username}
        onChange={change}
        kind="fleet"
        params={params}
        setParam={setParam}
      />
      <DataTable
        table={table}
        label="Agents"
        isLoading={list.isPending}
        empty={<Empty hasFailed={list.isError} isBare={query === '' && !isFiltered(listing)} onClear={clear} />}
        minWidth={isOnlySort ? '0' : minWidthOf(optionalRem)}
      />
      <ListFooter
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        pages={list.data?.pages ?? 1}
        isLoading={list.isPending || list.isOld}
        hasFailed={list.isError}
        isPartial={list.data?.isPartial ?? false}
        onChange={change}
      >
        <Selected count={selectedIds.length} onClear={() => table.resetRowSelection(true)} />
      </ListFooter>
      {open?.kind === 'data' && <AgentDataDialog agent={open.agent} onClose={close} />}
      {open?.kind === 'edit' && <AgentEditDialog agent={open.agent} onClose={close} />}
      {open?.kind === 'command' && (
        <SendCommandDialog agent={open.agent} selectedIds={selectedIds} onSent={setBatchId} onClose={close} />
      )}
    </div>
  )
}

/** What is selected may be on other pages than the one shown: a command would reach it all the same. */
function Selected({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-muted-foreground tabular-nums">
        {count > 0 && `${count} selected`}
      </p>
      {count > 0 && (
        <Button variant="ghost" size="sm" aria-label="Clear selection" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}

/** The fleet shows what others have registered; this is the way for whoever is first. */
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

function Empty({ hasFailed, isBare, onClear }: { hasFailed: boolean; isBare: boolean; onClear: () => void }) {
  if (hasFailed) return FAILED
  return isBare ? <NoAgents /> : <NoMatches onClear={onClear} />
}

function FleetCards() {
  const { data, isPending } = useQuery(agentStatsQuery)
  return (
    <div className="grid grid-cols-2 gap-4">
      <StatCard
        label="Online Agents"
        value={data?.agentsOnline ?? '–'}
        hint="Currently connected"
        icon={Wifi}
        isLoading={isPending}
      />
      <StatCard
        label="Total Agents"
        value={data?.agentsTotal ?? '–'}
        hint="Registered in the system"
        icon={Server}
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
