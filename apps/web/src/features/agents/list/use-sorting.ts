import type { AgentSort } from '@atalaya/contract/agent-listing'
import { useMemo } from 'react'
import {
  directionOf,
  isDescendingByDefault,
  type Listing,
  type ListingChange,
} from '#web/features/agents/list/listing.ts'

/** Connects the order of a listing with the table's headers. */
export function useSorting(listing: Listing, onChange: (change: ListingChange) => void) {
  const { sort } = listing
  const isDescending = directionOf(listing) === 'desc'
  const sorting = useMemo(() => (sort ? [{ id: sort as string, desc: isDescending }] : []), [sort, isDescending])
  return {
    sorting,
    /** The order is left out if it is the column's default one. No column: unsorted. */
    onSort([next]: { id: string; desc: boolean }[]) {
      if (!next) return onChange({ sort: undefined, order: undefined })
      const nextSort = next.id as AgentSort
      const order = next.desc ? 'desc' : 'asc'
      onChange({ sort: nextSort, order: next.desc === isDescendingByDefault(nextSort) ? undefined : order })
    },
  }
}
