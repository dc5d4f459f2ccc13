import { useEffect, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { useStable } from '#web/lib/use-stable.ts'

/** State of the connection, from the browser's own flag and the result of the last request. */
export type Connectivity = 'online' | 'offline' | 'unreachable'

const { notify, subscribe } = createListeners()
/** Calls the listener when the state of the connection may have changed. */
export const onConnectivity = subscribe
let hasAnswered = true
let lastAnswerAt = Number.NEGATIVE_INFINITY

export const currentConnectivity = (): Connectivity =>
  navigator.onLine ? (hasAnswered ? 'online' : 'unreachable') : 'offline'

/** Records if the last request got an answer. */
export function recordAnswer(hasCome: boolean) {
  if (hasCome) lastAnswerAt = performance.now()
  if (hasCome === hasAnswered) return
  hasAnswered = hasCome
  notify()
}

/** Time since the last answer of the server, in ms. */
export const silentForMs = () => performance.now() - lastAnswerAt

export const useConnectivity = () => useSyncExternalStore(subscribe, currentConnectivity, () => 'online' as const)

/** Calls the listener when the server is back after an absence. Returns a function that stops it. */
export function onReturn(listener: () => void): () => void {
  let wasAway = currentConnectivity() !== 'online'
  return subscribe(() => {
    const isAway = currentConnectivity() !== 'online'
    const isBack = wasAway && !isAway
    wasAway = isAway
    if (isBack) listener()
  })
}

/** `onReturn` for the life of a component. */
export function useReturn(listener: () => void) {
  const onBack = useStable(listener)
  useEffect(() => onReturn(onBack), [onBack])
}

let waitingPlaces = 0

/** Counts one more place on the screen that waits for content. Returns a function that takes it off. */
export function beginWaiting(): () => void {
  waitingPlaces += 1
  notify()
  return () => {
    waitingPlaces -= 1
    notify()
  }
}

/** True if content is missing while the server is away. */
export const useIsStuck = () =>
  useSyncExternalStore(
    subscribe,
    () => waitingPlaces > 0 && currentConnectivity() !== 'online',
    () => false,
  )

window.addEventListener('online', notify)
window.addEventListener('offline', notify)
