import type { InstalledModule } from '@atalaya/contract/dashboard'
import { clamp, type Extent, GRID_COLUMNS, GRID_ROWS, isFree, land, type Position } from '@atalaya/contract/grid'

/** Lifted widget: its original, wanted and landing positions; `landing` is null if it fits nowhere. */
export type Lift = {
  id: string
  by: 'pointer' | 'keyboard'
  original: Position
  wanted: Position
  landing: Position | null
}

type Limits = { min: Extent; max: Extent }

/** Minimum and maximum size of a module; equal to its size unless the manifest has others. */
export function limitsOf({ size, minSize = size, maxSize = size }: InstalledModule['meta']): Limits {
  return { min: { w: minSize.width, h: minSize.height }, max: { w: maxSize.width, h: maxSize.height } }
}

export function isResizable(meta: InstalledModule['meta']): boolean {
  const { min, max } = limitsOf(meta)
  return max.w > min.w || max.h > min.h
}

export function pickUp({ _id, position }: InstalledModule, by: Lift['by']): Lift {
  return { id: _id, by, original: position, wanted: position, landing: position }
}

const placesOf = (modules: readonly InstalledModule[], id: string) =>
  modules.filter((module) => module._id !== id).map(({ position }) => position)

/** Moves the widget to the wanted cell: clamped to the grid, pushed down if the cells are taken. */
export function moveTo(lifted: Lift, modules: readonly InstalledModule[], x: number, y: number): Lift {
  const wanted = clamp({ ...lifted.wanted, x, y })
  return { ...lifted, wanted, landing: land(placesOf(modules, lifted.id), wanted) }
}

/** Resizes within the module's limits, the grid and the free cells; the top left corner stays. */
export function resizeTo(lifted: Lift, modules: readonly InstalledModule[], w: number, h: number): Lift {
  const module = modules.find(({ _id }) => _id === lifted.id)
  if (!module) return lifted
  const { min, max } = limitsOf(module.meta)
  const { x, y } = lifted.original
  const clampNumber = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high)
  const wanted = {
    x,
    y,
    w: clampNumber(min.w, w, Math.min(max.w, GRID_COLUMNS - x)),
    h: clampNumber(min.h, h, Math.min(max.h, GRID_ROWS - y)),
  }
  return { ...lifted, wanted, landing: isFree(placesOf(modules, lifted.id), wanted) ? wanted : null }
}

const STEPS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Applies an arrow key to a lifted widget; null for other keys. */
export function applyArrowKey(
  lifted: Lift,
  modules: readonly InstalledModule[],
  key: string,
  { isResizing }: { isResizing: boolean },
): Lift | null {
  const step = STEPS[key]
  if (!step) return null
  const [dx, dy] = step
  if (!isResizing) return moveTo(lifted, modules, lifted.wanted.x + dx, lifted.wanted.y + dy)
  // Resizes at the landing place. `original` is restored afterwards, because Escape returns the widget there.
  const atLanding = { ...lifted, original: lifted.landing ?? lifted.original }
  const resized = resizeTo(atLanding, modules, lifted.wanted.w + dx, lifted.wanted.h + dy)
  return { ...resized, original: lifted.original }
}

/** Landing place at the drop: other widgets may have taken the last one since the last move. */
export const landingNow = ({ id, landing }: Lift, modules: readonly InstalledModule[]): Position | null =>
  landing && land(placesOf(modules, id), landing)

export const isSamePlace = (a: Position, b: Position) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h
