import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

type Pending = { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void }

const listeners = createListeners()
let pending: Pending | null = null

function setPending(next: Pending | null) {
  pending = next
  listeners.notify()
}

/** Asks the person for their password, once for all calls that wait for it. False if they cancel. */
export function confirmIdentity(): Promise<boolean> {
  if (!pending) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setPending({ answer: promise, settle: resolve })
    return promise
  }
  return pending.answer
}

/** Closes the question: the waiting calls are repeated, or fail as before. */
export function settleIdentity(isConfirmed: boolean) {
  pending?.settle(isConfirmed)
  setPending(null)
}

export const useIdentityQuestion = (): boolean => useSyncExternalStore(listeners.subscribe, () => pending !== null)
