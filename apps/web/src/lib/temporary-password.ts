import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { announce, subscribe } = createListeners()
let isTemporary = false

/** Notes whether the server takes nothing from this session but another password. */
export function noteTemporaryPassword(is: boolean) {
  isTemporary = is
  announce()
}

export const hasTemporaryPassword = (): boolean => isTemporary

export const useTemporaryPassword = (): boolean => useSyncExternalStore(subscribe, hasTemporaryPassword)
