import { type ColumnDef, type SortingState, type Updater, useTable } from '@tanstack/react-table'
import { type DataTableModel, features, type Row } from '#web/components/data-table/table-features.ts'

type Options<T extends Row> = {
  // biome-ignore lint/suspicious/noExplicitAny: the values of a table's columns differ; each column keeps its own type.
  columns: ColumnDef<typeof features, T, any>[]
  /** Stable between renders: query data as it is, never a new array. */
  data: T[]
  rowId: (row: T) => string
  sorting?: SortingState
  /** Where somebody else puts the rows in order, such as the server: hears which order is wanted of it. */
  onSort?: (sorting: SortingState) => void
  /** Columns that are hidden, or shown, whatever was chosen. */
  visibility?: Record<string, boolean>
}

/** The model of one table: rows that can be sorted, filtered and selected, columns that can be hidden. */
export function useDataTable<T extends Row>(options: Options<T>): DataTableModel<T> {
  const { columns, data, rowId, sorting = [], onSort, visibility } = options
  return useTable({
    features,
    columns,
    data,
    getRowId: rowId,
    initialState: { sorting },
    ...(onSort && {
      manualSorting: true,
      state: { sorting, ...(visibility && { columnVisibility: visibility }) },
      onSortingChange: (next: Updater<SortingState>) => onSort(typeof next === 'function' ? next(sorting) : next),
    }),
    defaultColumn: { sortUndefined: 'last' },
  })
}
