import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

/** A boolean that components can subscribe to. */
export function createFlag() {
  const { notify, subscribe } = createListeners()
  let value = false
  const isSet = (): boolean => value
  return {
    isSet,
    set(next: boolean) {
      value = next
      notify()
    },
    use: (): boolean => useSyncExternalStore(subscribe, isSet),
  }
}
