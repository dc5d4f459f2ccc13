import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListKind } from '#web/features/agents/list/chosen-columns.ts'
import { NO_LISTING, readListing } from '#web/features/agents/list/listing.ts'
import { type ListChange, openedView, readList, withListChange } from '#web/features/agents/list/listing-address.ts'
import { useListLook } from '#web/features/agents/list/use-list-look.ts'
import { useDebouncedCall } from '#web/lib/use-debounced-call.ts'

/**
 * State of a list. Page, size, search, filters and order are in the address; the look is a preference of the user.
 * `search` is debounced. `clear` and opening a view remount the search box, by a new `box`.
 */
export function useListState(kind: ListKind) {
  const [params, setParams] = useSearchParams()
  // Latest address, even before it renders: a second change must build on the first.
  const address = useRef(params)
  useLayoutEffect(() => {
    address.current = params
  }, [params])
  const change = useCallback(
    (to: ListChange) => {
      address.current = withListChange(address.current, to)
      setParams(address.current, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
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
  const expandedSearch = openedView(params, lookAndViews.view)?.toString()
  const goTo = useCallback(
    (to: string, isReplacing = false) => {
      address.current = new URLSearchParams(to)
      setParams(address.current, { replace: isReplacing, preventScrollReset: true })
      renewBox(address.current.get('query') ?? '')
    },
    [setParams, renewBox],
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
