import type { DisplayEntry } from '@atalaya/contract/display-entries'
import { type PointerEvent, useRef } from 'react'
import { useDrag } from '#web/lib/use-drag.ts'
import { type HeldOrder, useHeldOrder } from '#web/lib/use-held-order.ts'

export type KeyedEntry = { key: string; entry: DisplayEntry }

/** Entries have no ids, and two may be equal. The key is therefore the content and a counter among equal ones. */
export function withKeys(entries: readonly DisplayEntry[]): KeyedEntry[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const text = JSON.stringify(entry)
    const copyNumber = seen.get(text) ?? 0
    seen.set(text, copyNumber + 1)
    return { key: `${text} ${copyNumber}`, entry }
  })
}

/** Entry whose dialog is open, with its index and the playlist at opening. */
export type EditedEntry = KeyedEntry & { index: number; playlist: readonly KeyedEntry[] }

/** Index of the edited entry; -1 if it is gone. A changed entry has a new key: its index and page identify it. */
function indexOfEdited(entries: readonly KeyedEntry[], { key, entry, index, playlist }: EditedEntry): number {
  const found = entries.findIndex((known) => known.key === key)
  const entryThere = entries[index]
  const isChanged = entryThere?.entry.pageId === entry.pageId && !playlist.some((known) => known.key === entryThere.key)
  return found === -1 && isChanged ? index : found
}

/** Replaces the edited entry. Adds the entry at the end if there is none, or none any more. */
export function withEntry(entries: readonly KeyedEntry[], edited: EditedEntry | undefined, entry: DisplayEntry) {
  const index = edited ? indexOfEdited(entries, edited) : -1
  const playlist = entries.map((known) => known.entry)
  return index === -1 ? [...playlist, entry] : playlist.with(index, entry)
}

type EntryOrderOptions = {
  entries: readonly KeyedEntry[]
  nameOf: (entry: DisplayEntry) => string
  onOrder: (entries: DisplayEntry[]) => void
}

/** Order of the playlist while an entry is moved. */
export function useEntryOrder({ entries, nameOf, onOrder }: EntryOrderOptions) {
  const entriesOf = (key: string) => entries.filter((entry) => entry.key === key).map(({ entry }) => entry)
  return useHeldOrder({
    ids: entries.map(({ key }) => key),
    nameOf: (key) => entriesOf(key).map(nameOf).join(),
    keys: { back: 'ArrowUp', forward: 'ArrowDown' },
    onOrder: (keys) => onOrder(keys.flatMap(entriesOf)),
  })
}

/** Drag handlers of an entry's handle: the entry follows the pointer. */
export function useEntryHandle(key: string, order: HeldOrder) {
  const pointer = useRef<{ y: number; row: Element | null }>({ y: 0, row: null })
  const drag = useDrag({
    onStart: () => order.pickUp(key),
    onMove: () => order.moveTo(placeAt(pointer.current.row, pointer.current.y)),
    onEnd: order.drop,
    onCancel: order.cancel,
  })
  return {
    ...drag,
    onPointerMove(event: PointerEvent<HTMLElement>) {
      pointer.current = { y: event.clientY, row: event.currentTarget.closest('li') }
      drag.onPointerMove(event)
    },
    onBlur: order.cancel,
  }
}

/** Number of other rows above the pointer. */
function placeAt(row: Element | null, y: number): number {
  const others = [...(row?.parentElement?.children ?? [])].filter((child) => child !== row)
  return others.filter((other) => {
    const { top, height } = other.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
