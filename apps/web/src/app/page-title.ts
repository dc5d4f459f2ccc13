import { useEffect, useSyncExternalStore } from 'react'
import { useMatches } from 'react-router'
import type { Handle } from '#web/app/screen.ts'
import { subscribeTabMark, tabMark } from '#web/lib/looks/tab-mark.ts'

const DEFAULT = 'Home'

const titleOf = (handle: unknown) => (handle as Handle | undefined)?.title

/** The title of the innermost route that has one; also set as the tab's. */
export function usePageTitle(): string {
  const title = useMatches()
    .map((match) => titleOf(match.handle))
    .findLast((text) => text !== undefined)
  const mark = useSyncExternalStore(subscribeTabMark, tabMark, tabMark)
  useEffect(() => {
    document.title = `${mark}${title ?? DEFAULT} · Atalaya`
  }, [title, mark])
  return title ?? DEFAULT
}
