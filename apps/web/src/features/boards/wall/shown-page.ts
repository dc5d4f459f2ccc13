import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const PARAM = 'page'

const { notify, subscribe } = createListeners()

/** Page in a display's URL, if any: survives a reload. */
export const readShownPage = (): string | null => new URLSearchParams(window.location.search).get(PARAM)

/** Writes the page on screen into the URL. */
export function saveShownPage(id: string) {
  window.history.replaceState(window.history.state, '', `?${new URLSearchParams({ [PARAM]: id })}`)
  notify()
}

export const useShownPage = (): string | null => useSyncExternalStore(subscribe, readShownPage)
