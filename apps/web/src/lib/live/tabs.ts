import type { LiveEvent } from '@atalaya/contract/events'

/** An event that the tab with the stream tells the others; `to` is the account that it follows. */
export type Heard = { event: LiveEvent; id: string | null; to: string | undefined }

/** Opened before the program, so that nothing is missed between the first answers and `hearTabs` (`theme.js`). */
type Tabs = BroadcastChannel & { waiting: Heard[]; hear?: ((heard: Heard) => void) | undefined }

declare global {
  interface Window {
    liveTabs?: Tabs
  }
}

/** Calls for each event that another tab hears for this account, at first for those that wait. Returns how to end. */
export function hearTabs(to: string | undefined, receive: (heard: Heard) => void): () => void {
  const tabs = window.liveTabs
  if (!tabs) return () => undefined
  const hear = (heard: Heard) => {
    if (heard.to === to) receive(heard)
  }
  for (const heard of tabs.waiting.splice(0)) hear(heard)
  tabs.hear = hear
  return () => {
    if (tabs.hear === hear) tabs.hear = undefined
  }
}

/** Forwards an event to the other tabs. Without locks each of them has a stream of its own. */
export function tellTabs(heard: Heard): void {
  if ('locks' in navigator) window.liveTabs?.postMessage(heard)
}
