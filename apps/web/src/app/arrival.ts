import { useState } from 'react'
import { useLocation, useNavigationType, useOutletContext } from 'react-router'

/** Key of a history entry that no link of the program made. */
const FRESH_KEY = 'default'

/**
 * True on the screen where somebody has just arrived, by signing in or by opening its address. False from the next
 * screen on, after a reload, and for links from outside the main layout.
 */
export function useArrival(): boolean {
  const { key } = useLocation()
  const isBySignIn = useNavigationType() === 'REPLACE'
  const [first, setFirst] = useState(key === FRESH_KEY || isBySignIn ? key : null)
  if (first !== null && first !== key) setFirst(null)
  return first === key
}

/** Value of `useArrival`, which the main layout hands to its screens. */
export const useIsArrival = () => useOutletContext<boolean>()
