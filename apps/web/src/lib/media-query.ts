import { useCallback, useSyncExternalStore } from 'react'

/** Below it a screen is a phone's. */
const MOBILE_BREAKPOINT_PX = 768

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  const doesMatch = () => window.matchMedia(query).matches
  return useSyncExternalStore(subscribe, doesMatch, doesMatch)
}

export const useIsMobile = () => useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`)
