import type { ReactNode } from 'react'
import { ColumnHeader } from '#web/components/data-table/column-header.tsx'
import { type Edge, PINNED } from '#web/components/data-table/edge.ts'
import type { DataTableModel, Row } from '#web/components/data-table/table-features.ts'
import { useVirtualRows } from '#web/components/data-table/use-virtual-rows.ts'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHeader, TableRow } from '#web/components/ui/table.tsx'
import { cn } from '#web/lib/looks/cn.ts'

/** Skeleton rows of a loading table; they fit into its minimum height. */
const SKELETON_ROWS = 5

// A translucent background would let the columns below shine through.
const PINNED_CELL =
  'transition-colors [tr:hover_&]:bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))] [tr[data-state=selected]_&]:bg-primary-soft'

type DataTableProps<T extends Row> = {
  table: DataTableModel<T>
  /** Name of the table for screen readers. */
  label: string
  empty?: ReactNode
  isLoading?: boolean
  /** Number of rows that will probably come, if known; keeps the content below in place. */
  expectedRows?: number | undefined
  /** Minimum width; a narrower table scrolls sideways. */
  minWidth?: string
  className?: string
}

/**
 * A table with fixed columns, so that nothing moves when data changes. Long tables draw only the rows in view. Its
 * minimum height is five skeleton rows, so that few rows don't move the content below. A focused cell scrolls out from
 * under the head and the pinned columns.
 */
export function DataTable<T extends Row>({
  table,
  label,
  empty = 'No results.',
  isLoading = false,
  expectedRows = SKELETON_ROWS,
  minWidth = '48rem',
  className,
}: DataTableProps<T>) {
  const { rows } = table.getRowModel()
  const { scroller, shown, spaceAbove, spaceBelow } = useVirtualRows(rows)
  const columns = table.getVisibleLeafColumns()
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className={cn(
        '@container relative max-h-[70svh] min-h-64.5 scroll-pt-10 scroll-pr-16 scroll-pl-44 overflow-auto rounded-xl border bg-card shadow-sm',
        className,
      )}
    >
      <Table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={isLoading}
        className="table-fixed"
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.columnDef.meta?.width }} />
          ))}
        </colgroup>
        <TableHeader className="sticky top-0 z-10 shadow-[inset_0_-1px_0_var(--border)]">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <ColumnHeader key={header.id} table={table} header={header} />
              ))}
            </tr>
          ))}
        </TableHeader>
        <TableBody>
          {isLoading &&
            Array.from({ length: expectedRows }, (_, index) => `row ${index}`).map((key) => (
              <SkeletonRow key={key} columns={columns.length} />
            ))}
          <Spacer height={spaceAbove} />
          {!isLoading &&
            shown.map(({ row, index }) => (
              <TableRow
                key={row.id}
                aria-rowindex={index + 2}
                data-state={row.getIsSelected() ? 'selected' : undefined}
              >
                {row.getVisibleCells().map((cell) => (
                  <TableCell
                    key={cell.id}
                    className={cn(
                      cell.column.columnDef.meta?.align === 'right' && 'text-right tabular-nums',
                      pinnedCell(cell.column.columnDef.meta?.pinned),
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          <Spacer height={spaceBelow} />
          {!isLoading && rows.length === 0 && (
            <tr>
              <TableCell colSpan={columns.length} className="h-55 px-0 text-center text-muted-foreground">
                {/* In the middle of the visible part, however wide the table is. */}
                <div className="sticky left-0 w-[100cqi] whitespace-normal px-4">{empty}</div>
              </TableCell>
            </tr>
          )}
        </TableBody>
      </Table>
    </section>
  )
}

/** Truncates a pinned name, but not the overlay of a row's menu. */
const pinnedCell = (edge: Edge | undefined) => cn(edge !== 'right' && 'truncate', edge && cn(PINNED[edge], PINNED_CELL))

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  )
}

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr className="border-b last:border-0">
      {Array.from({ length: columns }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <TableCell key={index}>
          <Skeleton className="h-4 w-3/4" />
        </TableCell>
      ))}
    </tr>
  )
}
