import type { InstalledModule } from '@atalaya/contract/dashboard'
import { useRef, useState } from 'react'
import { dropped, noRoom, over, pickedUp, putBack } from '#web/features/boards/announcements.ts'
import type { Edit } from '#web/features/boards/board-edits.ts'
import { isResizable, isSamePlace, type Lifted, moveTo, pickUp, press, resizeTo } from '#web/features/boards/lift.ts'

/** Picking widgets up, moving or resizing them, and dropping them, by pointer and by keyboard, with the words for it. */
export function useLift(modules: readonly InstalledModule[], onEdit: (edit: Edit) => void) {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, say] = useState('')
  // Pointer events come faster than renders; each must see what the one before did.
  const held = useRef<Lifted | null>(null)
  const nameOf = (id: string) => modules.find((module) => module._id === id)?.meta.name ?? ''

  function hold(next: Lifted | null) {
    held.current = next
    setLifted(next)
  }
  function change(next: Lifted) {
    if (held.current && isSamePlace(next.wanted, held.current.wanted)) return
    hold(next)
    say(over(nameOf(next.id), next))
  }
  function lift(module: InstalledModule, by: Lifted['by']) {
    const next = pickUp(module, by)
    hold(next)
    say(pickedUp(module.meta.name, next, isResizable(module.meta)))
  }
  function cancel() {
    if (!held.current) return
    const { id, from } = held.current
    hold(null)
    say(putBack(nameOf(id), from))
  }
  function drop() {
    if (!held.current) return
    const { id, from, landing } = held.current
    hold(null)
    if (!landing) return say(noRoom(nameOf(id), from))
    say(dropped(nameOf(id), landing))
    if (!isSamePlace(from, landing)) onEdit({ kind: 'place', places: [{ id, ...landing }] })
  }

  return {
    lifted,
    said,
    lift,
    cancel,
    drop,
    /** Cells away from where it was picked up. */
    moveBy(dx: number, dy: number) {
      const now = held.current
      if (now) change(moveTo(now, modules, now.from.x + dx, now.from.y + dy))
    },
    resizeBy(dw: number, dh: number) {
      const now = held.current
      if (now) change(resizeTo(now, modules, now.from.w + dw, now.from.h + dh))
    },
    /** Handles a key on a widget's handle; answers whether it meant something. */
    key(module: InstalledModule, key: string, withShift: boolean): boolean {
      const now = held.current
      const isHeld = now?.id === module._id
      if (key === 'Enter' || key === ' ') {
        if (isHeld) drop()
        else lift(module, 'keyboard')
        return true
      }
      if (!now || !isHeld) return false
      if (key === 'Escape') {
        cancel()
        return true
      }
      const next = press(now, modules, key, withShift)
      if (next) change(next)
      return next !== null
    },
  }
}
export type Lift = ReturnType<typeof useLift>
