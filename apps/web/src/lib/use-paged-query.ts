import {
  type DefaultError,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'

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
