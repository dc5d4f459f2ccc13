import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const PARAM = 'page'

const { announce, subscribe } = createListeners()

/** The page that the address of a display names, if any; a reload comes back to it. */
export const readShownPage = (): string | null => new URLSearchParams(window.location.search).get(PARAM)

/** Names in the address the page that is on screen. */
export function noteShownPage(id: string) {
  window.history.replaceState(window.history.state, '', `?${new URLSearchParams({ [PARAM]: id })}`)
  announce()
}

export const useShownPage = (): string | null => useSyncExternalStore(subscribe, readShownPage)
