import {
  type DefaultError,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * Query for one part of a longer list, such as a page. The old part stays on screen until the next one arrives, even if
 * that fails; `isOld` marks it.
 */
export function usePagedQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, DefaultError, Data, Key>) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const { data, isPending, isPlaceholderData, isError, refetch } = query
  const [lastData, setLastData] = useState(data)
  if (data !== undefined && data !== lastData) setLastData(data)
  const isOld = isPlaceholderData || (data === undefined && lastData !== undefined)
  return { data: data ?? lastData, isPending, isOld, isError, refetch }
}

type PageState = { page: number; pages: number | undefined; isOld: boolean }

/** Goes to the last page if the current one does not exist: an old address, or its last item was removed. */
export function useLastPage({ page, pages, isOld }: PageState, goTo: (to: { page: number }) => void): void {
  const isBeyond = pages !== undefined && !isOld && page > pages
  useEffect(() => {
    if (isBeyond) goTo({ page: pages })
  }, [isBeyond, pages, goTo])
}
