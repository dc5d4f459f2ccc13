import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown']

const { notify, subscribe } = createListeners()
let isAttended = false

/**
 * Runs at the first movement: a person is present. Code that only people need is loaded then: after the first
 * paint, and never on a wall display.
 */
export function setAttended() {
  if (isAttended) return
  isAttended = true
  for (const sign of SIGNS) window.removeEventListener(sign, setAttended, { capture: true })
  notify()
}

for (const sign of SIGNS) window.addEventListener(sign, setAttended, { passive: true, capture: true })

export const useAttended = (): boolean => useSyncExternalStore(subscribe, () => isAttended)
