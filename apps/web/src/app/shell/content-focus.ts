import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Focuses the content of a new screen if the focused element went away with the last screen.
 * Otherwise keyboard users would start over at the top of the page. A load of the page leaves the focus to the browser.
 */
export function useContentFocus(): void {
  const { pathname } = useLocation()
  const isLoad = useNavigationType() === 'POP'
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen; `isLoad` belongs to the same navigation.
  useEffect(() => {
    if (!(isFirst.current && isLoad) && document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    isFirst.current = false
  }, [pathname])
}
