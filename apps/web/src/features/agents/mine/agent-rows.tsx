import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { ROW_COLUMNS, useVisibility, widthOf } from '#web/features/agents/list/chosen-columns.ts'
import type { Listing, ListingChange } from '#web/features/agents/list/listing.ts'
import { ListingLink } from '#web/features/agents/list/listing-link.tsx'
import { numberColumns } from '#web/features/agents/list/number-columns.tsx'
import { useSorting } from '#web/features/agents/list/use-sorting.ts'
import { agentTitle, ownerTone, statusLabel } from '#web/features/agents/status.ts'
import { TagList } from '#web/features/agents/tag-list.tsx'

/** What a name and a status take at least. */
const FIXED_REM = 19

const column = columnsOf<AgentRow>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    sortDescFirst: false,
    cell: ({ row: { original: agent } }) => (
      <Link
        to={`/agents/${agent.id}`}
        className="rounded-sm font-medium hover:underline max-sm:line-clamp-2 max-sm:whitespace-normal"
      >
        {agentTitle(agent)}
      </Link>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    sortDescFirst: false,
    meta: { width: '8.5rem' },
    cell: ({ row: { original: agent } }) => (
      <ListingLink to={{ status: agent.status }} title={`Agents that are ${agent.status}`}>
        <StatusBadge tone={ownerTone(agent.status)} isLive={agent.isOnline}>
          {statusLabel(agent.status)}
        </StatusBadge>
      </ListingLink>
    ),
  }),
  ...numberColumns,
  column.accessor('lastSeen', {
    header: 'Last Seen',
    sortDescFirst: true,
    meta: { width: widthOf('lastSeen') },
    cell: ({ row }) => <RelativeTime at={row.original.lastSeen} fallback="–" />,
  }),
  column.accessor('tags', {
    header: 'Tags',
    enableSorting: false,
    meta: { width: widthOf('tags') },
    cell: ({ row }) => <TagList tags={row.original.tags} isLinked />,
  }),
])

type AgentRowsProps = {
  agents: AgentRow[]
  params: URLSearchParams
  listing: Listing
  onChange: (change: ListingChange) => void
}

/** One's own agents, a row each. */
export function AgentRows({ agents, params, listing, onChange }: AgentRowsProps) {
  const { isOnlySort, visibility, optionalRem } = useVisibility(params, listing, ROW_COLUMNS, 'disk')
  const table = useDataTable({
    columns,
    data: agents,
    rowId: (agent) => agent.id,
    visibility,
    ...useSorting(listing, onChange),
  })
  return <DataTable table={table} label="My agents" minWidth={isOnlySort ? '0' : `${FIXED_REM + optionalRem}rem`} />
}
