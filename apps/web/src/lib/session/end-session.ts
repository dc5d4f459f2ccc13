import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

/** Provider at which the person is still signed in after leaving here. */
type LeftProvider = { name: string; endSessionUrl: string }

const listeners = createListeners()
let leftProvider: LeftProvider | undefined

export function setLeftProvider(provider: LeftProvider | undefined) {
  leftProvider = provider
  listeners.notify()
}

export const useLeftProvider = (): LeftProvider | undefined =>
  useSyncExternalStore(listeners.subscribe, () => leftProvider)
