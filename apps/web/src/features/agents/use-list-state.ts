import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { type Paging, readList, withList } from '#web/features/agents/paging.ts'

const TYPING_MS = 250

/** Page, size and search of a list, kept in the address. `search` waits for a pause in typing. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const isLeaving = next !== undefined && next.pathname !== pathname
  useEffect(() => () => clearTimeout(timer.current), [])
  // Who has chosen another page is not called back by what they typed just before.
  useEffect(() => {
    if (isLeaving) clearTimeout(timer.current)
  }, [isLeaving])

  const change = useCallback(
    (to: Partial<Paging> & { query?: string }) =>
      setParams((before) => withList(before, to), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const search = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change({ query: text.trim() }), TYPING_MS)
    },
    [change],
  )
  return { ...readList(params), params, change, search }
}
