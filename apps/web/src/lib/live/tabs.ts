import type { LiveEvent } from '@atalaya/contract/events'

/** Event that the tab with the stream forwards to the others; `to` is the account that it follows. */
export type TabMessage = { event: LiveEvent; id: string | null; to: string | undefined }

/** `theme.js` opens this channel before the client's code runs and queues messages until `onTabEvent` subscribes. */
type Tabs = BroadcastChannel & { waiting: TabMessage[]; onEvent?: ((message: TabMessage) => void) | undefined }

declare global {
  interface Window {
    liveTabs?: Tabs
  }
}

/**
 * Subscribes to events that another tab forwards for this account, waiting ones first. Returns the unsubscribe
 * function.
 */
export function onTabEvent(to: string | undefined, receive: (message: TabMessage) => void): () => void {
  const tabs = window.liveTabs
  if (!tabs) return () => undefined
  const onEvent = (message: TabMessage) => {
    if (message.to === to) receive(message)
  }
  for (const message of tabs.waiting.splice(0)) onEvent(message)
  tabs.onEvent = onEvent
  return () => {
    if (tabs.onEvent === onEvent) tabs.onEvent = undefined
  }
}

/** Forwards an event to the other tabs. Without Web Locks each of them has a stream of its own. */
export function publishToTabs(message: TabMessage): void {
  if ('locks' in navigator) window.liveTabs?.postMessage(message)
}
