export type Offset = { x: number; y: number }

/** Offset in px from which an element slides to its new position. Null if it did not move, or is new. */
export function slideOffset(oldPosition: Offset | null, newPosition: Offset): Offset | null {
  if (!oldPosition) return null
  const offset = { x: oldPosition.x - newPosition.x, y: oldPosition.y - newPosition.y }
  return offset.x === 0 && offset.y === 0 ? null : offset
}
