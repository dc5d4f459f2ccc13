import { SlidersHorizontal } from 'lucide-react'
import type { DataTableModel, Row } from '#web/components/data-table/table-features.ts'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'

/** Shows and hides columns. */
export function ColumnMenu<T extends Row>({ table }: { table: DataTableModel<T> }) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide())
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary">
          <SlidersHorizontal aria-hidden />
          Columns
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>Shown columns</DropdownMenuLabel>
        {columns.map((column) => {
          const { header, meta } = column.columnDef
          return (
            <DropdownMenuCheckboxItem
              key={column.id}
              checked={column.getIsVisible()}
              onCheckedChange={(visible) => column.toggleVisibility(visible)}
              // The menu stays open: changing several columns at once is common.
              onSelect={(event) => event.preventDefault()}
            >
              {meta?.name ?? (typeof header === 'string' ? header : column.id)}
            </DropdownMenuCheckboxItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
