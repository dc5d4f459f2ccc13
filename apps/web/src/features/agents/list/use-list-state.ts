import { useCallback, useEffect, useState } from 'react'
import type { ListKind } from '#web/features/agents/list/chosen-columns.ts'
import { NO_LISTING, readListing } from '#web/features/agents/list/listing.ts'
import { expandView, type ListChange, readList, withListChange } from '#web/features/agents/list/listing-address.ts'
import { useListLook } from '#web/features/agents/list/use-list-look.ts'
import { useAddressParams } from '#web/lib/use-address-params.ts'
import { useDebouncedCall } from '#web/lib/use-debounced-call.ts'

/**
 * State of a list. Page, size, search, filters and order are in the URL; the look is a preference of the user.
 * `search` is debounced. `clear` and opening a view remount the search box, as `box` gets a new key.
 */
export function useListState(kind: ListKind) {
  const [params, changeParams] = useAddressParams()
  const change = useCallback(
    (listChange: ListChange) => changeParams((oldParams) => withListChange(oldParams, listChange)),
    [changeParams],
  )
  const { callLater: search, cancel } = useDebouncedCall((text) => change({ query: text.trim() }))
  /** Uncontrolled search box: reads the URL only on mount. */
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
  const expandedParams = expandView(params, lookAndViews.view)?.toString()
  const goTo = useCallback(
    (queryString: string, { replace = false } = {}) => {
      const next = new URLSearchParams(queryString)
      changeParams(() => next, { replace })
      renewBox(next.get('query') ?? '')
    },
    [changeParams, renewBox],
  )
  useEffect(() => {
    if (expandedParams !== undefined) goTo(expandedParams, { replace: true })
  }, [expandedParams, goTo])
  /** True until the listing and its look are known. */
  const isUnknown = isPending || expandedParams !== undefined
  const { page, pageSize, query } = readList(params)
  const listing = readListing(params)
  return { kind, box, clear, page, pageSize, query, listing, params, change, goTo, search, ...lookAndViews, isUnknown }
}
export type ListState = ReturnType<typeof useListState>
