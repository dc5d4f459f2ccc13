import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { useStable } from '#web/lib/use-stable.ts'

/** What is known of the way to the server: the browser's own word, and how the last request went. */
export type Reach = 'online' | 'offline' | 'unreachable'

const { announce, subscribe } = createListeners()
/** Calls whenever the way to the server may have changed. */
export const onReach = subscribe
let answered = true
let lastSignAt = Number.NEGATIVE_INFINITY

export const currentReach = (): Reach => (navigator.onLine ? (answered ? 'online' : 'unreachable') : 'offline')

/** Every request says whether an answer came. */
export function noteAnswer(came: boolean) {
  if (came) lastSignAt = performance.now()
  if (came === answered) return
  answered = came
  announce()
}

/** For how long nothing was heard from the server. */
export const silentForMs = () => performance.now() - lastSignAt

export const useReach = () => useSyncExternalStore(subscribe, currentReach, () => 'online' as const)

/** Calls whenever the server is back after it was away. Answers how to stop. */
export function onReturn(listener: () => void): () => void {
  let wasAway = currentReach() !== 'online'
  return subscribe(() => {
    const isAway = currentReach() !== 'online'
    const isBack = wasAway && !isAway
    wasAway = isAway
    if (isBack) listener()
  })
}

/** The same for as long as a component is there. */
export function useReturn(listener: () => void) {
  const call = useStable(listener)
  useEffect(() => onReturn(call), [call])
}

let waiting = 0

/** Counts one more place on the screen whose content is still to come. Returns how to take it off again. */
export function noteWaiting(): () => void {
  waiting += 1
  announce()
  return () => {
    waiting -= 1
    announce()
  }
}

/** Whether something is still to come while the server is away. */
export const useIsStuck = () =>
  useSyncExternalStore(
    subscribe,
    () => waiting > 0 && currentReach() !== 'online',
    () => false,
  )

window.addEventListener('online', announce)
window.addEventListener('offline', announce)
