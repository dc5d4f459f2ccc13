export type Offset = { x: number; y: number }

/** Offset in px from which an element slides to its new position. Null if it did not move, or is new. */
export function slideFrom(before: Offset | null, now: Offset): Offset | null {
  if (!before) return null
  const offset = { x: before.x - now.x, y: before.y - now.y }
  return offset.x === 0 && offset.y === 0 ? null : offset
}
