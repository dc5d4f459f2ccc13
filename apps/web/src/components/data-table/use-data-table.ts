import { type ColumnDef, type SortingState, type Updater, useTable } from '@tanstack/react-table'
import { type DataTableModel, features, type Row } from '#web/components/data-table/table-features.ts'

type Options<T extends Row> = {
  // biome-ignore lint/suspicious/noExplicitAny: the values of a table's columns differ; each column keeps its own type.
  columns: ColumnDef<typeof features, T, any>[]
  /** Stable between renders: query data as it is, never a new array. */
  data: T[]
  rowId: (row: T) => string
  sorting?: SortingState
  /** Called with the wanted order if the server sorts the rows. */
  onSort?: (sorting: SortingState) => void
  /** Columns that are always hidden or shown, against the person's choice. */
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
