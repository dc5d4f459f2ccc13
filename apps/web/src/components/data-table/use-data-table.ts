import { type ColumnDef, type SortingState, useTable } from '@tanstack/react-table'
import { type DataTableModel, features, type Row } from '#web/components/data-table/table-features.ts'

type Options<T extends Row> = {
  // biome-ignore lint/suspicious/noExplicitAny: the values of a table's columns differ; each column keeps its own type.
  columns: ColumnDef<typeof features, T, any>[]
  /** Stable between renders: query data as it is, never a new array. */
  data: T[]
  rowId: (row: T) => string
  sorting?: SortingState
}

/** The model of one table: rows that can be sorted, filtered and selected, columns that can be hidden. */
export function useDataTable<T extends Row>({ columns, data, rowId, sorting = [] }: Options<T>): DataTableModel<T> {
  return useTable({
    features,
    columns,
    data,
    getRowId: rowId,
    initialState: { sorting },
    defaultColumn: { sortUndefined: 'last' },
  })
}
