import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
} from '@tanstack/react-table'
import type { Edge } from '#web/components/data-table/edge.ts'

type ColumnMeta = {
  /** A CSS width; columns without one share what is left. */
  width?: string
  align?: 'right'
  /** Edge at which the column stays while the table scrolls sideways. */
  pinned?: Edge
  /** Name in the column menu, for a column whose header is not text. */
  name?: string
}

/** Features of every table in the product; the server pages long lists itself. */
export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString },
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, text: sortFn_text },
  columnMeta: {} as ColumnMeta,
})

export type Row = object
export type DataTableModel<T extends Row> = ReactTable<typeof features, T>

/** Typed columns for rows of T; call it once, outside of components. */
export const columnsOf = <T extends Row>() => createColumnHelper<typeof features, T>()
