import { useCallback, useSyncExternalStore } from 'react'

/** Screens narrower than this count as phones. */
const MOBILE_BREAKPOINT_PX = 768

/** True while a media query matches. */
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
