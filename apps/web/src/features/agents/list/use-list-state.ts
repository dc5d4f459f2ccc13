import { useCallback, useEffect, useState } from 'react'
import type { ListKind } from '#web/features/agents/list/chosen-columns.ts'
import { NO_LISTING, readListing } from '#web/features/agents/list/listing.ts'
import { expandView, type ListChange, readList, withListChange } from '#web/features/agents/list/listing-address.ts'
import { useListLook } from '#web/features/agents/list/use-list-look.ts'
import { useAddressParams } from '#web/lib/use-address-params.ts'
import { useDebouncedCall } from '#web/lib/use-debounced-call.ts'

/**
 * State of a list. Page, size, search, filters and order are in the address; the look is a preference of the user.
 * `search` is debounced. `clear` and opening a view remount the search box, by a new `box`.
 */
export function useListState(kind: ListKind) {
  const [params, changeParams] = useAddressParams()
  const change = useCallback((to: ListChange) => changeParams((before) => withListChange(before, to)), [changeParams])
  const { callLater: search, cancel } = useDebouncedCall((text) => change({ query: text.trim() }))
  /** Uncontrolled search box: reads the address only on mount. */
  const [box, setBox] = useState({ key: 0, defaultValue: params.get('query') ?? '' })
  const renewBox = useCallback(
    (defaultValue: string) => {
      cancel()
      setBox(({ key }) => ({ key: key + 1, defaultValue }))
    },
    [cancel],
  )
  const clear = useCallback(() => {
    renewBox('')
    change({ query: '', ...NO_LISTING })
  }, [change, renewBox])

  const { isPending, ...lookAndViews } = useListLook(kind, params.get('view'))
  const expandedSearch = expandView(params, lookAndViews.view)?.toString()
  const goTo = useCallback(
    (to: string, isReplacing = false) => {
      const next = new URLSearchParams(to)
      changeParams(() => next, { replace: isReplacing })
      renewBox(next.get('query') ?? '')
    },
    [changeParams, renewBox],
  )
  useEffect(() => {
    if (expandedSearch !== undefined) goTo(expandedSearch, true)
  }, [expandedSearch, goTo])
  /** True until the listing and its look are known. */
  const isUnknown = isPending || expandedSearch !== undefined
  const { page, pageSize, query } = readList(params)
  const listing = readListing(params)
  return { kind, box, clear, page, pageSize, query, listing, params, change, goTo, search, ...lookAndViews, isUnknown }
}
export type ListState = ReturnType<typeof useListState>
