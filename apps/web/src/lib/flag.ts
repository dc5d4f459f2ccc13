import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

/** Something that is so or not, and that screens hear of. */
export function createFlag() {
  const { announce, subscribe } = createListeners()
  let isSet = false
  const has = (): boolean => isSet
  return {
    has,
    note(is: boolean) {
      isSet = is
      announce()
    },
    use: (): boolean => useSyncExternalStore(subscribe, has),
  }
}
