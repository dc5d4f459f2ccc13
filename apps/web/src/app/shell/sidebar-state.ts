import { useCallback, useState } from 'react'
import { useShortcut } from '#web/app/shell/use-shortcut.ts'
import { useIsMobile } from '#web/lib/looks/media-query.ts'

const COOKIE = 'sidebar_state'
const MAX_AGE_S = 7 * 24 * 60 * 60

export function readExpanded(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`)
}

function writeExpanded(expanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, where many installations run.
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${MAX_AGE_S}; samesite=lax`
}

/**
 * Expanded or collapsed, stored in a cookie; on small screens open or closed, not stored. Ctrl/Cmd+B toggles either.
 */
export function useSidebarState() {
  const mobile = useIsMobile()
  const [expanded, setExpanded] = useState(() => readExpanded(document.cookie))
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (mobile) return setSheetOpen((open) => !open)
    setExpanded((before) => {
      writeExpanded(!before)
      return !before
    })
  }, [mobile])

  useShortcut('b', toggle)

  return { mobile, expanded, sheetOpen, setSheetOpen, toggle }
}
