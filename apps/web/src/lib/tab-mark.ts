import { createListeners } from '#web/lib/listeners.ts'

const ICON = '/favicon.svg'
/** The same with a red dot, so that a tab among many tells. */
const MARKED_ICON = '/favicon-alert.svg'

const { announce, subscribe } = createListeners()
let count = 0

/** Says in the browser's tab that so many things are wrong; 0 is that all is well. */
export function markTab(next: number): void {
  if (next === count) return
  count = next
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  icon?.setAttribute('href', count > 0 ? MARKED_ICON : ICON)
  announce()
}

export const subscribeTabMark = subscribe
/** What stands before a page's title. */
export const tabMark = (): string => (count > 0 ? `(${count}) ` : '')
