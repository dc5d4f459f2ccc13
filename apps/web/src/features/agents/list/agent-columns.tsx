import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { localText } from '@atalaya/format/local'
import { Link } from 'react-router'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { AgentStatus } from '#web/features/agents/agent-status.tsx'
import { type ListKind, widthOf } from '#web/features/agents/list/chosen-columns.ts'
import { SORTS } from '#web/features/agents/list/listing.ts'
import { ListingLink } from '#web/features/agents/list/listing-link.tsx'
import { NumberCell } from '#web/features/agents/list/number-cell.tsx'
import { TagList } from '#web/features/agents/tag-list.tsx'
import { useFormats } from '#web/lib/formats.ts'

const column = columnsOf<AgentRow>()
const NUMBERS: (keyof AgentNumbers)[] = ['cpu', 'memory', 'disk', 'temperature']

/** Columns of the newest numbers, the system and the version. */
const numberColumns = [
  ...NUMBERS.map((name) =>
    column.accessor((agent) => agent.numbers?.[name], {
      id: name,
      header: SORTS[name],
      sortDescFirst: true,
      meta: { width: widthOf(name), align: 'right' },
      cell: ({ row }) => <NumberCell name={name} numbers={row.original.numbers} />,
    }),
  ),
  column.accessor((agent) => agent.machine?.os, {
    id: 'system',
    header: 'System',
    enableSorting: false,
    meta: { width: widthOf('system') },
    cell: ({ getValue }) => {
      const system = getValue()
      if (!system) return '–'
      return (
        <ListingLink to={{ system: [system] }} title={`Agents on ${system}`}>
          {system}
        </ListingLink>
      )
    },
  }),
  column.accessor((agent) => agent.machine?.version, {
    id: 'version',
    header: 'Version',
    sortDescFirst: false,
    meta: { width: widthOf('version') },
    cell: ({ getValue }) => {
      const version = getValue()
      if (!version) return '–'
      return (
        <ListingLink to={{ version: [version] }} title={`Agents of version ${version}`}>
          {version}
        </ListingLink>
      )
    },
  }),
]

/**
 * Columns that both lists share, apart from the name; `useVisibility` selects among them. The fleet's texts are quoted
 * from the specification.
 */
export function agentColumns(kind: ListKind) {
  const isFleet = kind === 'fleet'
  return column.columns([
    column.accessor('status', {
      header: 'Status',
      sortDescFirst: false,
      meta: { width: '8.5rem' },
      cell: ({ row }) => <LinkedStatus agent={row.original} isFleet={isFleet} />,
    }),
    column.accessor((agent) => agent.ip ?? agent.connectionInfo.ipAddress, {
      id: 'ip',
      header: 'IP',
      enableSorting: false,
      meta: { width: widthOf('ip') },
      cell: ({ getValue }) => <span className="tabular-nums">{getValue() ?? '-'}</span>,
    }),
    column.accessor('lastSeen', {
      header: 'Last Seen',
      sortDescFirst: true,
      meta: { width: widthOf('lastSeen') },
      cell: ({ row: { original: agent } }) =>
        isFleet ? <LocalTime at={agent.lastSeen} /> : <RelativeTime at={agent.lastSeen} fallback="–" />,
    }),
    column.accessor('tags', {
      header: 'Tags',
      enableSorting: false,
      meta: { width: widthOf('tags') },
      cell: ({ row }) => <TagList tags={row.original.tags} isLinked />,
    }),
    ...numberColumns,
    column.accessor((agent) => agent.user.username, {
      id: 'owner',
      header: 'Owner',
      enableSorting: false,
      meta: { width: widthOf('owner') },
      cell: ({ row: { original: agent } }) => (
        <ListingLink to={{ ownerId: [agent.user._id] }} title={`Agents of ${agent.user.username}`}>
          {agent.user.username}
        </ListingLink>
      ),
    }),
  ])
}

function LocalTime({ at }: { at: string | null }) {
  const formats = useFormats()
  return <span className="tabular-nums">{at ? localText(at, formats) : '-'}</span>
}

function LinkedStatus({ agent, isFleet }: { agent: AgentRow; isFleet: boolean }) {
  const { id, status } = agent
  const badge = <AgentStatus agent={agent} isFleet={isFleet} />
  // Links to the agent's page, where somebody has to decide about the quarantine.
  if (status === 'quarantined') return <Link to={`/agents/${id}`}>{badge}</Link>
  return (
    <ListingLink to={{ status }} title={`Agents that are ${status}`}>
      {badge}
    </ListingLink>
  )
}
