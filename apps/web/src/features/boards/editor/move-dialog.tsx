import type { InstalledModule } from '@atalaya/contract/dashboard'
import { GRID_COLUMNS, GRID_ROWS, isFree, type Position } from '@atalaya/contract/grid'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { isResizable, limitsOf, moveTo, pickUp } from '#web/features/boards/editor/lift.ts'
import { onValues } from '#web/lib/form-values.ts'

type MoveDialogProps = {
  module: InstalledModule
  modules: readonly InstalledModule[]
  onMove: (position: Position) => void
  onClose: () => void
}

/** Moves and resizes a widget by typed numbers, without dragging. */
export function MoveDialog({ module, modules, onMove, onClose }: MoveDialogProps) {
  const { position, meta } = module
  const canResize = isResizable(meta)
  const [error, setError] = useState('')
  const { min, max } = limitsOf(meta)

  const onSubmit = onValues(({ x, y, w = position.w, h = position.h }) => {
    const wanted = { x: Number(x) - 1, y: Number(y) - 1, w: Number(w), h: Number(h) }
    const landing = landingOf(module, modules, wanted)
    if (landing) onMove(landing)
    else setError('There is no room there.')
  })
  const numberField = (label: string, name: keyof Position, value: number, minimum: number, maximum: number) => (
    <Field label={label}>
      <Input type="number" required min={minimum} max={maximum} name={name} defaultValue={value} />
    </Field>
  )

  return (
    <FormDialog
      title={`${canResize ? 'Move or resize' : 'Move'} ${meta.name}`}
      description={`The page has ${GRID_COLUMNS} columns and ${GRID_ROWS} rows.`}
      submitText="Save"
      error={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        {numberField('Column', 'x', position.x + 1, 1, GRID_COLUMNS)}
        {numberField('Row', 'y', position.y + 1, 1, GRID_ROWS)}
        {canResize && numberField('Width', 'w', position.w, min.w, Math.min(max.w, GRID_COLUMNS))}
        {canResize && numberField('Height', 'h', position.h, min.h, Math.min(max.h, GRID_ROWS))}
      </div>
    </FormDialog>
  )
}

/**
 * Landing position, or null. A new size needs free cells exactly there; the same size may be pushed down, as in a drag.
 */
function landingOf(module: InstalledModule, modules: readonly InstalledModule[], wanted: Position): Position | null {
  const { w, h } = module.position
  if (wanted.w === w && wanted.h === h) return moveTo(pickUp(module, 'keyboard'), modules, wanted.x, wanted.y).landing
  const others = modules.filter(({ _id }) => _id !== module._id).map(({ position }) => position)
  const isInside = wanted.x + wanted.w <= GRID_COLUMNS && wanted.y + wanted.h <= GRID_ROWS
  return isInside && isFree(others, wanted) ? wanted : null
}
