import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown']

const { notify, subscribe } = createListeners()
let isAttended = false

/**
 * Notes at the first movement that a person is present. Code that only people need is loaded then: after the first
 * paint, and never on a wall display.
 */
export function noteFirstMovement() {
  if (isAttended) return
  isAttended = true
  for (const sign of SIGNS) window.removeEventListener(sign, noteFirstMovement, { capture: true })
  notify()
}

for (const sign of SIGNS) window.addEventListener(sign, noteFirstMovement, { passive: true, capture: true })

export const useAttended = (): boolean => useSyncExternalStore(subscribe, () => isAttended)
