import {
  type DefaultError,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * A query whose key names a part of something longer, such as a page of a list. What is shown stays until the next part
 * has come, and also where it does not come; `isOld` says that it is not the part that was asked for.
 */
export function usePagedQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, DefaultError, Data, Key>) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const { data, isPending, isPlaceholderData, isError, refetch } = query
  const [kept, setKept] = useState(data)
  if (data !== undefined && data !== kept) setKept(data)
  const isOld = isPlaceholderData || (data === undefined && kept !== undefined)
  return { data: data ?? kept, isPending, isOld, isError, refetch }
}

type Shown = { page: number; pages: number | undefined; isOld: boolean }

/** Goes to the last page where there is none of that number (any more): an old address, or the last of it was removed. */
export function useLastPage({ page, pages, isOld }: Shown, goTo: (to: { page: number }) => void): void {
  const isBeyond = pages !== undefined && !isOld && page > pages
  useEffect(() => {
    if (isBeyond) goTo({ page: pages })
  }, [isBeyond, pages, goTo])
}
