import { type KeyboardEvent, useRef, useState } from 'react'

type HeldItem = { id: string; ids: readonly string[] }

type HeldOrderOptions = {
  /** Order while nothing is held. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** Keys that move the held item. */
  keys: { back: string; forward: string }
  /** Called when an item was dropped at another place. */
  onOrder: (ids: readonly string[]) => void
}

const withMoved = (ids: readonly string[], id: string, to: number): string[] => {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, id)
}

/** Order of a list while one item is moved by pointer or keys; every step is announced. */
export function useHeldOrder({ ids: saved, nameOf, keys, onOrder }: HeldOrderOptions) {
  const [held, setHeld] = useState<HeldItem | null>(null)
  const [announcement, announce] = useState('')
  const latest = useRef(held)
  const ids = held?.ids ?? saved

  function hold(next: HeldItem | null) {
    latest.current = next
    setHeld(next)
  }
  function pickUp(id: string) {
    hold({ id, ids: saved })
    announce(`${nameOf(id)} picked up. The arrow keys move it, Enter drops it, Escape puts it back.`)
  }
  function moveTo(index: number) {
    const now = latest.current
    if (!now) return
    const next = withMoved(now.ids, now.id, index)
    if (next.every((id, position) => id === now.ids[position])) return
    hold({ ...now, ids: next })
    announce(`${nameOf(now.id)}, ${next.indexOf(now.id) + 1} of ${next.length}.`)
  }
  function drop() {
    const now = latest.current
    if (!now) return
    hold(null)
    announce(`${nameOf(now.id)} dropped.`)
    if (now.ids.some((id, position) => id !== saved[position])) onOrder(now.ids)
  }
  function cancel() {
    if (!latest.current) return
    announce(`${nameOf(latest.current.id)} is back where it was.`)
    hold(null)
  }

  function onKey(id: string, index: number, event: KeyboardEvent) {
    const isHeld = latest.current?.id === id
    const acts: Record<string, (() => void) | undefined> = {
      Enter: isHeld ? drop : () => pickUp(id),
      ' ': isHeld ? drop : () => pickUp(id),
      ...(isHeld && { Escape: cancel, [keys.back]: () => moveTo(index - 1), [keys.forward]: () => moveTo(index + 1) }),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return {
    /** Visible position of an item, from 0. */
    placeOf: (id: string) => ids.indexOf(id),
    announcement,
    heldId: held?.id ?? null,
    cancel,
    pickUp,
    moveTo,
    drop,
    onKey,
  }
}
export type HeldOrder = ReturnType<typeof useHeldOrder>
