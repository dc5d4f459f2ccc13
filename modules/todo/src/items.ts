/** One thing to do. */
export type TodoItem = { id: string; text: string; done: boolean }

/** One change, by the item's id: it can be made to a newer list than the one that was on screen. */
export type Change =
  | { type: 'add'; id: string; text: string }
  | { type: 'tick'; id: string; done: boolean }
  | { type: 'edit'; id: string; text: string }
  /** Moves an item one place up or down among those of the same state. */
  | { type: 'move'; id: string; by: -1 | 1 }
  | { type: 'remove'; id: string }
  | { type: 'clear'; ids: readonly string[] }

export const MAX_ITEMS = 100
export const MAX_TEXT = 200

/** Cuts by whole characters: half of a surrogate pair could not be stored. */
const shorten = (text: string) => [...text.trim()].slice(0, MAX_TEXT).join('')

/** Reads the stored list. Invalid items and those beyond the bounds are left out. */
export function itemsOf(stored: unknown): TodoItem[] {
  const list = isObject(stored) && Array.isArray(stored.items) ? stored.items.slice(0, MAX_ITEMS) : []
  const items = list.flatMap((item): TodoItem[] => {
    if (!isObject(item) || typeof item.id !== 'string' || typeof item.text !== 'string') return []
    return [{ id: item.id, text: shorten(item.text), done: item.done === true }]
  })
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Makes one change to a list. An item that somebody else removed stays removed. */
export function applyChange(items: readonly TodoItem[], change: Change): TodoItem[] {
  switch (change.type) {
    case 'add':
      return addItem(items, { id: change.id, text: shorten(change.text), done: false })
    case 'tick':
      return items.map((item) => (item.id === change.id ? { ...item, done: change.done } : item))
    case 'edit': {
      const text = shorten(change.text)
      return items.map((item) => (item.id === change.id && text ? { ...item, text } : item))
    }
    case 'move':
      return moveItem(items, change)
    case 'remove':
      return items.filter(({ id }) => id !== change.id)
    case 'clear':
      // Removes only items that are still done: one that somebody has reopened stays.
      return items.filter(({ id, done }) => !(done && change.ids.includes(id)))
  }
}

function addItem(items: readonly TodoItem[], item: TodoItem): TodoItem[] {
  const isKnown = items.some(({ id }) => id === item.id)
  return isKnown || !item.text || items.length >= MAX_ITEMS ? [...items] : [...items, item]
}

function moveItem(items: readonly TodoItem[], { id, by }: { id: string; by: -1 | 1 }): TodoItem[] {
  const at = items.findIndex((item) => item.id === id)
  const moved = items[at]
  const candidates = by < 0 ? items.slice(0, Math.max(at, 0)).reverse() : items.slice(at + 1)
  const neighbour = candidates.find(({ done }) => done === moved?.done)
  if (!moved || !neighbour) return [...items]
  const rest = items.filter((item) => item !== moved)
  const to = rest.indexOf(neighbour) + (by < 0 ? 0 : 1)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

/** Open items first, done ones at the end, each in the order of the list. */
export const inOrder = (items: readonly TodoItem[]): TodoItem[] => [
  ...items.filter(({ done }) => !done),
  ...items.filter(({ done }) => done),
]
