import type { InstalledModule } from '@atalaya/contract/dashboard'
import { useEffect, useRef, useState } from 'react'
import {
  droppedText,
  limitText,
  movedText,
  noRoomText,
  pickedUpText,
  putBackText,
} from '#web/features/boards/editor/announcements.ts'
import type { Edit } from '#web/features/boards/editor/board-edits.ts'
import {
  isResizable,
  isSamePlace,
  type Lift,
  landingNow,
  moveTo,
  pickUp,
  press,
  resizeTo,
} from '#web/features/boards/editor/lift.ts'
import { spokenAnew } from '#web/lib/spoken-anew.ts'
import { useStable } from '#web/lib/use-stable.ts'

/** Time that the reason of a refused drop stays visible. */
const REFUSAL_MS = 8000

/** Lifts, moves, resizes and drops widgets, by pointer and keyboard, with screen reader announcements. */
export function useLift(modules: readonly InstalledModule[], onEdit: (edit: Edit) => void) {
  const [lifted, setLifted] = useState<Lift | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const announce = (text: string) => setAnnouncement((last) => spokenAnew(last, text))
  // Same message for sighted users, who don't hear the announcement.
  const [refusal, setRefusal] = useState('')
  useEffect(() => {
    if (!refusal) return
    const timer = setTimeout(() => setRefusal(''), REFUSAL_MS)
    return () => clearTimeout(timer)
  }, [refusal])
  // A ref, because pointer events come faster than renders and build on each other.
  const held = useRef<Lift | null>(null)
  const nameOf = (id: string) => modules.find((module) => module._id === id)?.meta.name ?? ''

  const isGone = lifted !== null && !modules.some(({ _id }) => _id === lifted.id)
  useEffect(() => {
    if (!isGone) return
    held.current = null
    setLifted(null)
  }, [isGone])

  function hold(next: Lift | null) {
    held.current = next
    setLifted(next)
  }
  function change(next: Lift) {
    const before = held.current
    if (!before || isSamePlace(next.wanted, before.wanted)) return
    hold(next)
    announce(movedText(nameOf(next.id), next, before.wanted))
  }
  function lift(module: InstalledModule, by: Lift['by']) {
    const next = pickUp(module, by)
    hold(next)
    setRefusal('')
    announce(pickedUpText(module.meta.name, next, isResizable(module.meta)))
  }
  function cancel() {
    if (!held.current) return
    const { id, from } = held.current
    hold(null)
    announce(putBackText(nameOf(id), from))
  }
  function drop() {
    if (!held.current) return
    const dropped = held.current
    const { id, from } = dropped
    hold(null)
    // Somebody else may have deleted it while it was held.
    if (!modules.some(({ _id }) => _id === id)) return
    const landing = landingNow(dropped, modules)
    if (!landing) {
      const reason = noRoomText(nameOf(id), dropped)
      setRefusal(reason)
      return announce(reason)
    }
    announce(droppedText(nameOf(id), landing))
    if (!isSamePlace(from, landing)) onEdit({ kind: 'place', places: [{ id, ...landing }] })
  }

  /** Moves by cells, relative to the original position. */
  function moveBy(dx: number, dy: number) {
    const now = held.current
    if (now) change(moveTo(now, modules, now.from.x + dx, now.from.y + dy))
  }
  function resizeBy(dw: number, dh: number) {
    const now = held.current
    if (now) change(resizeTo(now, modules, now.from.w + dw, now.from.h + dh))
  }
  /** Handles a key on a widget's handle; true if the key has an effect there. */
  function onKey(module: InstalledModule, name: string, withShift: boolean): boolean {
    const now = held.current
    const isHeld = now?.id === module._id
    if (name === 'Enter' || name === ' ') {
      if (isHeld) drop()
      else lift(module, 'keyboard')
      return true
    }
    if (!now || !isHeld) return false
    if (name === 'Escape') {
      cancel()
      return true
    }
    const next = press(now, modules, name, withShift)
    if (!next) return false
    if (isSamePlace(next.wanted, now.wanted)) announce(limitText(nameOf(now.id), now, withShift))
    else change(next)
    return true
  }

  // Stable identity: a move renders only the moved widget.
  const [moves] = useState({
    lift: useStable(lift),
    cancel: useStable(cancel),
    drop: useStable(drop),
    moveBy: useStable(moveBy),
    resizeBy: useStable(resizeBy),
    onKey: useStable(onKey),
  })
  return { lifted, announcement, refusal, moves }
}
export type Moves = ReturnType<typeof useLift>['moves']
