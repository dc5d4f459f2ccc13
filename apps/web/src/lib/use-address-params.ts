import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type ChangeParams = (change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * Parameters of the address, and a function that changes them in place of the present entry of the history. Each change
 * builds on the one before, even in the same event.
 */
export function useAddressParams(): readonly [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams()
  const newest = useRef(params)
  useLayoutEffect(() => {
    newest.current = params
  }, [params])
  const change: ChangeParams = useCallback(
    (changed, options) => {
      const next = changed(newest.current)
      newest.current = next
      // Synchronous: as a transition, an address could render after a later change, which then built on it. A
      // microtask, because effects may not render synchronously.
      const rest = { replace: true, preventScrollReset: true, flushSync: true, ...options }
      queueMicrotask(() => void setParams(next, rest))
    },
    [setParams],
  )
  return [params, change]
}
