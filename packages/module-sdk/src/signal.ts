import type { Source } from './host.ts'

/** A source that its owner can set. Listeners hear of what is not the same as before. */
export function createSource<T>(value: T, isSame: (a: T, b: T) => boolean = Object.is) {
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
  } satisfies Source<T> & { set(next: T): void }
}
