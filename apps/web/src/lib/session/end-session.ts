import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

/** Provider at which the person is still signed in after leaving here. */
type Left = { name: string; endSessionUrl: string }

const listeners = createListeners()
let left: Left | undefined

export function noteLeftProvider(provider: Left | undefined) {
  left = provider
  listeners.announce()
}

export const useLeftProvider = (): Left | undefined => useSyncExternalStore(listeners.subscribe, () => left)
