import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { widthOf } from '#web/features/agents/list/chosen-columns.ts'
import { SORTS } from '#web/features/agents/list/listing.ts'
import { ListingLink } from '#web/features/agents/list/listing-link.tsx'
import { NumberCell } from '#web/features/agents/list/number-cell.tsx'

const column = columnsOf<AgentRow>()
const NUMBERS: (keyof AgentNumbers)[] = ['cpu', 'memory', 'disk', 'temperature']

/** The newest numbers, the system and the version of agents, where somebody wants to see them. */
export const numberColumns = [
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
        <ListingLink to={{ system }} title={`Agents on ${system}`}>
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
        <ListingLink to={{ version }} title={`Agents of version ${version}`}>
          {version}
        </ListingLink>
      )
    },
  }),
]
