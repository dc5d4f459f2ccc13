import type { AgentView, Signal } from './host.ts'

/** True if both are the same JSON. */
export const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A signal that its owner can set. Listeners are called with changed values only. */
export function createSignal<T>(value: T, isSame: (a: T, b: T) => boolean = Object.is) {
  const listeners = new Set<() => void>()
  let current = value
  return {
    get: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set(next: T) {
      if (isSame(current, next)) return
      current = next
      for (const listener of listeners) listener()
    },
  } satisfies Signal<T> & { set(next: T): void }
}

/** The agent that nobody chose: the id of an empty field of the form. */
export const NO_AGENT: Signal<AgentView> = createSignal<AgentView>({ state: 'none' })
