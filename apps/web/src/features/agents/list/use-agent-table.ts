import type { ColumnDef } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { features } from '#web/components/data-table/table-features.ts'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { type ListKind, useVisibility } from '#web/features/agents/list/chosen-columns.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { useSorting } from '#web/features/agents/list/use-sorting.ts'

/** Width of the fixed columns in rem, with room for the names. */
const FIXED_REM: Record<ListKind, number> = { fleet: 34, own: 19 }
/** Width of the fleet's default columns (IP, last seen, tags) in rem, rounded up. */
const DEFAULT_REM = 33

/** Minimum width of the table. With the fleet's default columns, a phone shows those up to the status. */
const minWidthOf = (kind: ListKind, optionalRem: number) =>
  kind === 'fleet' && optionalRem <= DEFAULT_REM
    ? 'max(58rem, min(69rem, 100vw))'
    : `${FIXED_REM[kind] + optionalRem}rem`

// biome-ignore lint/suspicious/noExplicitAny: the columns have different value types; each column keeps its own.
type Columns = ColumnDef<typeof features, AgentRow, any>[]

const idOf = (column: Columns[number]) => column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '')

/** Moves the sorted column behind the name, so that even a narrow screen shows it. */
function moveBesideName(columns: Columns, sort: string | undefined): Columns {
  const sorted = columns.find((column) => idOf(column) === sort)
  if (!sorted || sort === 'name') return columns
  const others = columns.filter((column) => column !== sorted)
  return others.toSpliced(others.findIndex((column) => idOf(column) === 'name') + 1, 0, sorted)
}

/** Table of a list of agents with its order, its columns and their minimum width. */
export function useAgentTable(list: ListState, columns: Columns, agents: AgentRow[]) {
  const { isOnlySortShown, visibility, optionalRem } = useVisibility(list.kind, list.listing, list.look)
  const sorting = useSorting(list.listing, list.change)
  const { sort } = list.listing
  const ordered = useMemo(() => moveBesideName(columns, sort), [columns, sort])
  const table = useDataTable({ columns: ordered, data: agents, rowId: (agent) => agent.id, visibility, ...sorting })
  return { table, minWidth: isOnlySortShown ? '0' : minWidthOf(list.kind, optionalRem) }
}
