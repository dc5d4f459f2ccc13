import type { Position } from '@atalaya/contract/grid'

/** Position on the page as CSS grid lines. */
export const gridArea = ({ x, y, w, h }: Position) => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
})
