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
  applyArrowKey,
  isResizable,
  isSamePlace,
  type Lift,
  landingNow,
  moveTo,
  pickUp,
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
  const liftRef = useRef<Lift | null>(null)
  const nameOf = (id: string) => modules.find((module) => module._id === id)?.meta.name ?? ''

  const isGone = lifted !== null && !modules.some(({ _id }) => _id === lifted.id)
  useEffect(() => {
    if (!isGone) return
    liftRef.current = null
    setLifted(null)
  }, [isGone])

  function storeLift(next: Lift | null) {
    liftRef.current = next
    setLifted(next)
  }
  function updateLift(next: Lift) {
    const previous = liftRef.current
    if (!previous || isSamePlace(next.wanted, previous.wanted)) return
    storeLift(next)
    announce(movedText(nameOf(next.id), next, previous.wanted))
  }
  function lift(module: InstalledModule, by: Lift['by']) {
    const next = pickUp(module, by)
    storeLift(next)
    setRefusal('')
    announce(pickedUpText(module.meta.name, next, { isResizable: isResizable(module.meta) }))
  }
  function cancel() {
    if (!liftRef.current) return
    const { id, original } = liftRef.current
    storeLift(null)
    announce(putBackText(nameOf(id), original))
  }
  function drop() {
    if (!liftRef.current) return
    const dropped = liftRef.current
    const { id, original } = dropped
    storeLift(null)
    // Somebody else may have deleted it while it was held.
    if (!modules.some(({ _id }) => _id === id)) return
    const landing = landingNow(dropped, modules)
    if (!landing) {
      const reason = noRoomText(nameOf(id), dropped)
      setRefusal(reason)
      return announce(reason)
    }
    announce(droppedText(nameOf(id), landing))
    if (!isSamePlace(original, landing)) onEdit({ kind: 'place', places: [{ id, ...landing }] })
  }

  /** Moves by cells, relative to the original position. */
  function moveBy(dx: number, dy: number) {
    const current = liftRef.current
    if (current) updateLift(moveTo(current, modules, current.original.x + dx, current.original.y + dy))
  }
  function resizeBy(dw: number, dh: number) {
    const current = liftRef.current
    if (current) updateLift(resizeTo(current, modules, current.original.w + dw, current.original.h + dh))
  }
  /** Handles a key on a widget's handle; true if the key has an effect there. */
  function onKey(module: InstalledModule, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const current = liftRef.current
    const isHeld = current?.id === module._id
    if (key === 'Enter' || key === ' ') {
      if (isHeld) drop()
      else lift(module, 'keyboard')
      return true
    }
    if (!current || !isHeld) return false
    if (key === 'Escape') {
      cancel()
      return true
    }
    const next = applyArrowKey(current, modules, key, { isResizing: shiftKey })
    if (!next) return false
    if (isSamePlace(next.wanted, current.wanted)) {
      announce(limitText(nameOf(current.id), current, { isResizing: shiftKey }))
    } else updateLift(next)
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
