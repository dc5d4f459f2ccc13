import type { Header } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { PINNED } from '#web/components/data-table/edge.ts'
import type { DataTableModel, features, Row } from '#web/components/data-table/table-features.ts'
import { TableHead } from '#web/components/ui/table.tsx'
import { cn } from '#web/lib/looks/cn.ts'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: ArrowUp, desc: ArrowDown }

type ColumnHeaderProps<T extends Row> = { table: DataTableModel<T>; header: Header<typeof features, T, unknown> }

/** Name of a column; a button if the column can be sorted. */
export function ColumnHeader<T extends Row>({ table, header }: ColumnHeaderProps<T>) {
  const { column } = header
  const sorted = column.getIsSorted()
  const Icon = sorted ? icons[sorted] : ChevronsUpDown
  const pinned = column.columnDef.meta?.pinned
  const isRight = column.columnDef.meta?.align === 'right'
  return (
    <TableHead
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={cn(isRight && 'text-right', pinned && cn(PINNED[pinned], 'shadow-[inset_0_-1px_0_var(--border)]'))}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={cn(
            'group -mx-1.5 inline-flex h-7 pointer-coarse:h-11 max-w-full items-center gap-1 rounded-sm px-1.5 hover:bg-accent hover:text-foreground',
            sorted && 'text-foreground',
            isRight && 'flex-row-reverse',
          )}
        >
          <span className="truncate">
            <table.FlexRender header={header} />
          </span>
          <Icon
            className={cn(
              'size-3.5 shrink-0',
              !sorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
            )}
            aria-hidden
          />
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </TableHead>
  )
}
