import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { announce, subscribe } = createListeners()
let places = 0

/** Counts one more place on the screen whose content is still to come. Returns how to take it off again. */
export function noteWaiting(): () => void {
  places += 1
  announce()
  return () => {
    places -= 1
    announce()
  }
}

/** Whether anything on the screen is still to come. */
export const useIsWaiting = () =>
  useSyncExternalStore(
    subscribe,
    () => places > 0,
    () => false,
  )
