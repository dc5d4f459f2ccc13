import { useEffect, useSyncExternalStore } from 'react'
import { useMatches } from 'react-router'
import type { Handle } from '#web/app/screen.ts'
import { pageName, subscribePageName } from '#web/lib/looks/page-name.ts'
import { subscribeTabMark, tabMark } from '#web/lib/looks/tab-mark.ts'

const DEFAULT = 'Home'

const titleOf = (handle: unknown) => (handle as Handle | undefined)?.title

/**
 * The title of the innermost route that has one. `fullTitle` begins with the name of the shown thing, such as
 * an agent. It is also the title of the browser's tab.
 */
export function usePageTitle(): { title: string; fullTitle: string } {
  const title =
    useMatches()
      .map((match) => titleOf(match.handle))
      .findLast((text) => text !== undefined) ?? DEFAULT
  const name = useSyncExternalStore(subscribePageName, pageName, pageName)
  const mark = useSyncExternalStore(subscribeTabMark, tabMark, tabMark)
  const fullTitle = name === undefined ? title : `${name} · ${title}`
  useEffect(() => {
    document.title = `${mark}${fullTitle} · Atalaya`
  }, [fullTitle, mark])
  return { title, fullTitle }
}
