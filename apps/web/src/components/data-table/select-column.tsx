import { columnsOf, type Row } from '#web/components/data-table/table-features.ts'
import { Checkbox } from '#web/components/ui/checkbox.tsx'

/** The checkbox column: one row, a range with Shift, or all that the filter shows. */
export function selectColumn<T extends Row>(nameOf: (row: T) => string) {
  return columnsOf<T>().display({
    id: 'select',
    meta: { width: '2.5rem' },
    enableSorting: false,
    enableHiding: false,
    header: ({ table }) => (
      <Checkbox
        aria-label="Select all"
        checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() && 'indeterminate')}
        onCheckedChange={(checked) => table.toggleAllRowsSelected(checked === true)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={`Select ${nameOf(row.original)}`}
        checked={row.getIsSelected()}
        onClick={(event) =>
          row.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: event.shiftKey })
        }
      />
    ),
  })
}
