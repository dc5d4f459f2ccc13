import type { InstalledModule, Position } from '@atalaya/contract/dashboard'
import { GRID_COLUMNS, GRID_ROWS, isFree } from '@atalaya/contract/grid'
import { type FormEvent, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { isResizable, limitsOf, moveTo, pickUp } from '#web/features/boards/lift.ts'

type MoveDialogProps = {
  module: InstalledModule
  modules: readonly InstalledModule[]
  onMove: (position: Position) => void
  onClose: () => void
}

/** Moves and resizes a widget by numbers: the way without dragging. */
export function MoveDialog({ module, modules, onMove, onClose }: MoveDialogProps) {
  const { position, meta } = module
  const [wish, setWish] = useState(position)
  const [fault, setFault] = useState('')
  const { min, max } = limitsOf(meta)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const landing = landingOf(module, modules, wish)
    if (landing) onMove(landing)
    else setFault('There is no room there.')
  }
  const numberField = (label: string, key: keyof Position, from: number, to: number, shift = 0) => (
    <Field label={label}>
      <Input
        type="number"
        required
        min={from}
        max={to}
        value={wish[key] + shift}
        onChange={({ target }) => target.value !== '' && setWish({ ...wish, [key]: target.valueAsNumber - shift })}
      />
    </Field>
  )

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Move {meta.name}</DialogTitle>
          <DialogDescription>
            The page has {GRID_COLUMNS} columns and {GRID_ROWS} rows.
          </DialogDescription>
        </DialogHeader>
        <form onSubmit={onSubmit} className="grid gap-4">
          <div className="grid grid-cols-2 gap-4">
            {numberField('Column', 'x', 1, GRID_COLUMNS, 1)}
            {numberField('Row', 'y', 1, GRID_ROWS, 1)}
            {isResizable(meta) && numberField('Width', 'w', min.w, Math.min(max.w, GRID_COLUMNS))}
            {isResizable(meta) && numberField('Height', 'h', min.h, Math.min(max.h, GRID_ROWS))}
          </div>
          {fault && <Alert>{fault}</Alert>}
          <DialogFooter>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Move</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** A new size must be free where it is asked for; the size that it has may be pushed down, as when it is dragged. */
function landingOf(module: InstalledModule, modules: readonly InstalledModule[], wish: Position): Position | null {
  const { w, h } = module.position
  if (wish.w === w && wish.h === h) return moveTo(pickUp(module, 'keyboard'), modules, wish.x, wish.y).landing
  const others = modules.filter(({ _id }) => _id !== module._id).map(({ position }) => position)
  const isInside = wish.x + wish.w <= GRID_COLUMNS && wish.y + wish.h <= GRID_ROWS
  return isInside && isFree(others, wish) ? wish : null
}
