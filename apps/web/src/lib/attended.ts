import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown']

const { announce, subscribe } = createListeners()
let isAttended = false

/**
 * Notes that a person is present, at their first movement. Code that only people need is loaded then. It does not
 * compete with the first picture, and a wall display never loads it.
 */
export function attend() {
  if (isAttended) return
  isAttended = true
  for (const sign of SIGNS) window.removeEventListener(sign, attend, { capture: true })
  announce()
}

for (const sign of SIGNS) window.addEventListener(sign, attend, { passive: true, capture: true })

export const useAttended = (): boolean => useSyncExternalStore(subscribe, () => isAttended)
