import { useAwaySince, useStorage, useSuspended } from '@atalaya/module-sdk'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { applyChange, type Change, itemsOf, type TodoItem } from './items.ts'

const REFRESH_EVERY_MS = 30_000

type State = {
  /** Items as last read; null before the first read. */
  stored: TodoItem[] | null
  /** Changes on their way, shown at once. */
  pending: readonly Change[]
  /** Kind of the last failure. */
  fault: 'read' | 'write' | null
}
type Action =
  | { type: 'read'; items: TodoItem[] }
  | { type: 'readFailed' }
  | { type: 'begin'; change: Change }
  | { type: 'saved'; change: Change; items: TodoItem[] }
  | { type: 'writeFailed'; change: Change }

function nextState(state: State, action: Action): State {
  const without = (change: Change) => state.pending.filter((entry) => entry !== change)
  switch (action.type) {
    case 'read':
      return { ...state, stored: action.items, fault: state.fault === 'read' ? null : state.fault }
    case 'readFailed':
      return { ...state, fault: 'read' }
    case 'begin':
      return { ...state, pending: [...state.pending, action.change], fault: null }
    case 'saved':
      return { ...state, stored: action.items, pending: without(action.change) }
    case 'writeFailed':
      return { ...state, pending: without(action.change), fault: 'write' }
  }
}

export type Items = {
  /** Items with the changes on their way; null before the first read. */
  items: TodoItem[] | null
  fault: State['fault']
  /** Resolves to false if the change could not be stored. */
  change(change: Change): Promise<boolean>
}

/**
 * The stored list, read while in sight. Each change is applied to the newest stored list, so that those of other
 * screens stay.
 */
export function useItems(): Items {
  const storage = useStorage()
  const isSuspended = useSuspended()
  const isAway = useAwaySince() !== null
  const [{ stored, pending, fault }, dispatch] = useReducer(nextState, { stored: null, pending: [], fault: null })
  // Reads and changes run one at a time, in order.
  const queue = useRef(Promise.resolve())

  const refresh = useCallback(() => {
    queue.current = queue.current.then(async () => {
      try {
        dispatch({ type: 'read', items: itemsOf(await storage.read()) })
      } catch {
        dispatch({ type: 'readFailed' })
      }
    })
  }, [storage])

  useEffect(() => {
    if (isSuspended) return
    refresh()
    // Reads again as soon as the server answers.
    if (isAway) return
    const timer = setInterval(refresh, REFRESH_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAway, isSuspended, refresh])

  const change = useCallback(
    (newChange: Change) => {
      dispatch({ type: 'begin', change: newChange })
      const done = queue.current.then(async () => {
        try {
          const { items } = await storage.update((stored) => ({ items: applyChange(itemsOf(stored), newChange) }))
          dispatch({ type: 'saved', change: newChange, items })
          return true
        } catch {
          dispatch({ type: 'writeFailed', change: newChange })
          return false
        }
      })
      queue.current = done.then(() => undefined)
      return done
    },
    [storage],
  )
  return { items: stored && pending.reduce(applyChange, stored), fault, change }
}
