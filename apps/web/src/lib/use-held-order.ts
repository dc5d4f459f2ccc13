import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** `before`: ids of the items in front of it; absent until it is moved. */
type HeldItem = { id: string; before?: readonly string[] }

type HeldOrderOptions = {
  /** Order while nothing is held. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** Keys that move the held item. */
  keys: { back: string; forward: string }
  /** Called when an item was dropped at another place. */
  onOrder: (ids: readonly string[]) => void
}

/**
 * The saved order with the held item behind its neighbour. Others may come, go and move meanwhile; if the neighbour
 * goes, the one before it counts.
 */
function withHeld(saved: readonly string[], { id, before }: HeldItem): readonly string[] {
  if (!before || !saved.includes(id)) return saved
  const others = saved.filter((other) => other !== id)
  const neighbour = before.findLast((other) => others.includes(other))
  return others.toSpliced(neighbour === undefined ? 0 : others.indexOf(neighbour) + 1, 0, id)
}

/** Order of a list while one item is moved by pointer or keys; every step is announced. */
export function useHeldOrder({ ids: saved, nameOf, keys, onOrder }: HeldOrderOptions) {
  const [held, setHeld] = useState<HeldItem | null>(null)
  const [announcement, announce] = useState('')
  const latestHeld = useRef(held)
  const ids = held ? withHeld(saved, held) : saved

  const isGone = held !== null && !saved.includes(held.id)
  useEffect(() => {
    if (!isGone) return
    latestHeld.current = null
    setHeld(null)
  }, [isGone])

  function hold(next: HeldItem | null) {
    latestHeld.current = next
    setHeld(next)
  }
  function pickUp(id: string) {
    hold({ id })
    announce(`${nameOf(id)} picked up. The arrow keys move it, Enter drops it, Escape puts it back.`)
  }
  function moveTo(index: number) {
    const heldItem = latestHeld.current
    if (!heldItem) return
    const others = saved.filter((id) => id !== heldItem.id)
    const place = Math.min(Math.max(index, 0), others.length)
    if (place === withHeld(saved, heldItem).indexOf(heldItem.id)) return
    hold({ id: heldItem.id, before: others.slice(0, place) })
    announce(`${nameOf(heldItem.id)}, ${place + 1} of ${saved.length}.`)
  }
  function drop() {
    const heldItem = latestHeld.current
    if (!heldItem) return
    hold(null)
    announce(`${nameOf(heldItem.id)} dropped.`)
    const next = withHeld(saved, heldItem)
    if (next.some((id, position) => id !== saved[position])) onOrder(next)
  }
  function cancel() {
    if (!latestHeld.current) return
    announce(`${nameOf(latestHeld.current.id)} is back where it was.`)
    hold(null)
  }

  function onKey(id: string, index: number, event: KeyboardEvent) {
    const isHeld = latestHeld.current?.id === id
    const actions: Record<string, (() => void) | undefined> = {
      Enter: isHeld ? drop : () => pickUp(id),
      ' ': isHeld ? drop : () => pickUp(id),
      ...(isHeld && { Escape: cancel, [keys.back]: () => moveTo(index - 1), [keys.forward]: () => moveTo(index + 1) }),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
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
