const STEP_MS = 60_000
const RADIUS_PX = 24
/** Irrational steps around a circle of changing radius come near every point and repeat none. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Offset of static content in this minute, at most 24 px, against burn-in. */
export function pixelShift(now: Date): { x: number; y: number } {
  const step = Math.floor(now.getTime() / STEP_MS)
  const angle = (step * GOLDEN_ANGLE) % (2 * Math.PI)
  // 7 and 60 have no common divisor, so the radius takes 60 values. The root spreads the points evenly over the disk.
  const radius = RADIUS_PX * Math.sqrt(((step * 7) % 60) / 60)
  return { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) }
}
