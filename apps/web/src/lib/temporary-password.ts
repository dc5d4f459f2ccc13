import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isTemporary = false

/** Notes whether the server takes nothing from this session but another password. */
export function noteTemporaryPassword(is: boolean) {
  isTemporary = is
  for (const listener of listeners) listener()
}

export const hasTemporaryPassword = (): boolean => isTemporary

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTemporaryPassword = (): boolean => useSyncExternalStore(subscribe, hasTemporaryPassword)
