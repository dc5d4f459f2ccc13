export type Offset = { x: number; y: number }

/** From where, in px, an element slides to its new place; null where it stays, or was nowhere before. */
export function slideFrom(before: Offset | null, now: Offset): Offset | null {
  if (!before) return null
  const way = { x: before.x - now.x, y: before.y - now.y }
  return way.x === 0 && way.y === 0 ? null : way
}
