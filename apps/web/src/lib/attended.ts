import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown']

const { announce, subscribe } = createListeners()
let isAttended = false

/**
 * Notes that somebody is there, which the first movement says. What only a person needs comes then: it does not share the
 * line with the first picture, and a screen on a wall never loads it.
 */
export function attend() {
  if (isAttended) return
  isAttended = true
  for (const sign of SIGNS) window.removeEventListener(sign, attend, { capture: true })
  announce()
}

for (const sign of SIGNS) window.addEventListener(sign, attend, { passive: true, capture: true })

export const useAttended = (): boolean => useSyncExternalStore(subscribe, () => isAttended)
