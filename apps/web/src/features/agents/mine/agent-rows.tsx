import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { agentColumns } from '#web/features/agents/list/agent-columns.tsx'
import { OverBounds } from '#web/features/agents/list/number-cell.tsx'
import { useAgentTable } from '#web/features/agents/list/use-agent-table.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { agentTitle } from '#web/features/agents/status.ts'

const column = columnsOf<AgentRow>()

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    sortDescFirst: false,
    meta: { pinned: 'left' },
    cell: ({ row: { original: agent } }) => (
      <>
        <Link
          to={`/agents/${agent.id}`}
          className="rounded-sm font-medium hover:underline max-sm:line-clamp-2 max-sm:whitespace-normal"
        >
          {agentTitle(agent)}
        </Link>
        <OverBounds numbers={agent.numbers} />
      </>
    ),
  }),
  ...agentColumns('own'),
])

export function AgentRows({ list, agents }: { list: ListState; agents: AgentRow[] }) {
  return <DataTable label="My agents" {...useAgentTable(list, columns, agents)} />
}
