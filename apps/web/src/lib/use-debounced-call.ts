import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

const TYPING_PAUSE_MS = 250

/** Debounces typed text: passes the last one on after a pause. Drops it if the person has gone to another screen. */
export function useDebouncedCall(handleText: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(handleText)
  useLayoutEffect(() => {
    latest.current = handleText
  }, [handleText])
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const isLeaving = next !== undefined && next.pathname !== pathname
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => cancel, [cancel])
  useEffect(() => {
    if (isLeaving) cancel()
  }, [isLeaving, cancel])
  const callLater = useCallback(
    (text: string) => {
      cancel()
      timer.current = setTimeout(() => latest.current(text), TYPING_PAUSE_MS)
    },
    [cancel],
  )
  return { callLater, cancel }
}
