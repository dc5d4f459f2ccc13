import { createListeners } from '#web/lib/listeners.ts'

const ICON = '/favicon.svg'
/** Icon with a red dot, visible among many tabs. */
const MARKED_ICON = '/favicon-alert.svg'

const { notify, subscribe } = createListeners()
let count = 0

/** Shows the number of problems in the browser's tab, and no mark for 0. */
export function markTab(next: number): void {
  if (next === count) return
  count = next
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  icon?.setAttribute('href', count > 0 ? MARKED_ICON : ICON)
  notify()
}

export const subscribeTabMark = subscribe
/** Prefix of a page's title. */
export const tabMark = (): string => (count > 0 ? `(${count}) ` : '')
