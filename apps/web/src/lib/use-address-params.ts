import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type ChangeParams = (change: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * Parameters of the address, and a function that changes them and replaces the current history entry. Each change
 * builds on the one before, even in the same event.
 */
export function useAddressParams(): readonly [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams()
  const newest = useRef(params)
  useLayoutEffect(() => {
    newest.current = params
  }, [params])
  const change: ChangeParams = useCallback(
    (toNext, options) => {
      const next = toNext(newest.current)
      newest.current = next
      // Synchronous: a transition could render an older address after a later change, which would then build on it.
      // A microtask, because effects may not render synchronously.
      const navigateOptions = { replace: true, preventScrollReset: true, flushSync: true, ...options }
      queueMicrotask(() => void setParams(next, navigateOptions))
    },
    [setParams],
  )
  return [params, change]
}
