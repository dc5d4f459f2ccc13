import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

/** A boolean that components can subscribe to. */
export function createFlag() {
  const { notify, subscribe } = createListeners()
  let isSet = false
  const has = (): boolean => isSet
  return {
    has,
    set(next: boolean) {
      isSet = next
      notify()
    },
    use: (): boolean => useSyncExternalStore(subscribe, has),
  }
}
