import { useSyncExternalStore } from 'react'

/** What is known of the way to the server: the browser's own word, and how the last request went. */
export type Reach = 'online' | 'offline' | 'unreachable'

const listeners = new Set<() => void>()
let answered = true

const read = (): Reach => (navigator.onLine ? (answered ? 'online' : 'unreachable') : 'offline')

function announce() {
  for (const listener of listeners) listener()
}

/** Every request says whether an answer came. */
export function noteAnswer(came: boolean) {
  if (came === answered) return
  answered = came
  announce()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReach = () => useSyncExternalStore(subscribe, read)

window.addEventListener('online', announce)
window.addEventListener('offline', announce)
