import { Database, MoreHorizontal, Pencil, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { selectColumn } from '#web/components/data-table/select-column.tsx'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { agentColumns } from '#web/features/agents/list/agent-columns.tsx'
import { OverBounds } from '#web/features/agents/list/number-cell.tsx'
import { agentTitle } from '#web/features/agents/status.ts'
import { cn } from '#web/lib/looks/cn.ts'

export type AgentAction = { kind: 'data' | 'edit' | 'command'; agent: AgentRow }

/** Two lines for a name on a phone. */
const PHONE_NAME = 'max-sm:line-clamp-2 max-sm:whitespace-normal'

const column = columnsOf<AgentRow>()

/** Columns of the fleet; `act` runs an item of a row's menu. */
export function fleetColumns(act: (action: AgentAction) => void) {
  return column.columns([
    selectColumn<AgentRow>(agentTitle),
    column.accessor('id', {
      header: 'ID',
      enableSorting: false,
      cell: ({ row: { original: agent } }) => (
        <PageLink agent={agent} isLinked={!agent.name}>
          <code className="font-mono text-xs" title={agent.id}>
            {agent.id}
          </code>
        </PageLink>
      ),
    }),
    column.accessor('name', {
      header: 'Name',
      sortDescFirst: false,
      meta: { pinned: 'left' },
      cell: ({ row: { original: agent } }) => (
        <>
          <PageLink agent={agent} isLinked={Boolean(agent.name)}>
            <span className={cn(PHONE_NAME, agent.name && 'font-medium')} title={agent.name ?? undefined}>
              {agent.name ?? agent.machine?.hostname ?? '-'}
            </span>
          </PageLink>
          <OverBounds numbers={agent.numbers} />
        </>
      ),
    }),
    ...agentColumns('fleet'),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { width: '3.5rem', align: 'right', pinned: 'right' },
      cell: ({ row }) => <RowMenu agent={row.original} act={act} />,
    }),
  ])
}

type PageLinkProps = { agent: AgentRow; isLinked: boolean; children: ReactNode }

/** Links the name to the agent's page; without a name, the ID is linked. */
function PageLink({ agent, isLinked, children }: PageLinkProps) {
  if (!isLinked) return children
  return (
    <Link to={`/agents/${agent.id}`} className="pointer-coarse:-my-3 rounded-sm hover:underline pointer-coarse:py-3">
      {children}
    </Link>
  )
}

function RowMenu({ agent, act }: { agent: AgentRow; act: (action: AgentAction) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${agentTitle(agent)}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => act({ kind: 'data', agent })}>
          <Database aria-hidden />
          View Data
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => act({ kind: 'edit', agent })}>
          <Pencil aria-hidden />
          Edit Agent
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => act({ kind: 'command', agent })}>
          <Terminal aria-hidden />
          Send Command
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
