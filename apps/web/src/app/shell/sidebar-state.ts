import { useCallback, useState } from 'react'
import { useShortcut } from '#web/app/shell/use-shortcut.ts'
import { useIsMobile } from '#web/lib/looks/media-query.ts'

const COOKIE = 'sidebar_state'
const MAX_AGE_S = 7 * 24 * 60 * 60

export function readExpanded(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

function writeExpanded(isExpanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, where many installations run.
  document.cookie = `${COOKIE}=${isExpanded}; path=/; max-age=${MAX_AGE_S}; samesite=lax`
}

/**
 * Expanded or collapsed, stored in a cookie; on small screens open or closed, not stored. Ctrl/Cmd+B toggles either.
 */
export function useSidebarState() {
  const isMobile = useIsMobile()
  const [isExpanded, setExpanded] = useState(() => readExpanded(document.cookie))
  const [isSheetOpen, setSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isMobile) return setSheetOpen((open) => !open)
    setExpanded((before) => {
      writeExpanded(!before)
      return !before
    })
  }, [isMobile])

  useShortcut('b', toggle)

  return { isMobile, isExpanded, isSheetOpen, setSheetOpen, toggle }
}
