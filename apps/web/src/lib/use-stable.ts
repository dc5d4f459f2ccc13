import { useCallback, useLayoutEffect, useRef } from 'react'

/** Newest version of a handler behind a function that never changes, for children that must not render again. */
export function useStable<A extends unknown[], R>(handler: (...args: A) => R): (...args: A) => R {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
