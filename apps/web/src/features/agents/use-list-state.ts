import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { NO_LISTING } from '#web/features/agents/list/listing.ts'
import { type ListChange, readList, withList } from '#web/features/agents/list/listing-address.ts'

const TYPING_MS = 250

/** Page, size, search, filters and order of a list, kept in the address. `search` waits for a pause in typing. After `clear`, `box` is a new search box. */
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
    (to: ListChange) => setParams((before) => withList(before, to), { replace: true, preventScrollReset: true }),
    [setParams],
  )
  // A pause in typing ends when the address is another one than when it began.
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  }, [change])
  /** Changes something of the address that does not change what is listed. */
  const setParam = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const search = useCallback((text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current({ query: text.trim() }), TYPING_MS)
  }, [])
  const [round, setRound] = useState(0)
  const clear = useCallback(() => {
    clearTimeout(timer.current)
    setRound((before) => before + 1)
    change({ query: '', ...NO_LISTING })
  }, [change])
  const list = readList(params)
  /** The search box begins with what the address says; one that was cleared with nothing, for the address follows. */
  const box = { key: round, defaultValue: round > 0 ? '' : list.query }
  return { box, clear, ...list, params, change, setParam, search }
}
