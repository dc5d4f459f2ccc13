import { useState } from 'react'
import { useLocation, useNavigationType, useOutletContext } from 'react-router'

/** React Router's key for a history entry that has none, because no link of the program made it. */
const INITIAL_KEY = 'default'

/**
 * True on the screen where somebody has just arrived, by signing in or by opening its address. False from the next
 * screen on, after a reload, and for links from outside the main layout.
 */
export function useArrival(): boolean {
  const { key } = useLocation()
  // The sign-in replaces its history entry.
  const isBySignIn = useNavigationType() === 'REPLACE'
  const [arrivalKey, setArrivalKey] = useState(key === INITIAL_KEY || isBySignIn ? key : null)
  if (arrivalKey !== null && arrivalKey !== key) setArrivalKey(null)
  return arrivalKey === key
}

/** Value of `useArrival`, which the main layout hands to its screens. */
export const useIsArrival = () => useOutletContext<boolean>()
