import { scale } from './axis.ts'
import { areaPath, linePath } from './paths.ts'
import { pointsOf, segments, spreadOf } from './series.ts'

type Box = {
  width: number
  height: number
  /** Ends of the axis; the values' own if absent. */
  min?: number | undefined
  max?: number | undefined
  /** Room above and below, for half of the line's width. */
  pad?: number
}

/**
 * SVG paths of a line through `values` at equal distances and of the area under it. Empty if there is nothing to draw.
 *
 * Every null is a gap. A constant runs along the middle, and values beyond the axis run along its end.
 */
export function sparkline(values: readonly (number | null)[], { width, height, min, max, pad = 0 }: Box) {
  const points = pointsOf({ from: 0, stepMs: 1, avg: values })
  const parts = segments(points, 1, 1)
  const spread = spreadOf(points)
  const [low, high] = [min ?? spread.min, max ?? spread.max]
  const x = scale([0, values.length - 1], [0, width])
  const heightOf = low === high ? () => height / 2 : scale([low, high], [height - pad, pad])
  const y = (value: number) => Math.min(height, Math.max(0, heightOf(value)))
  return { line: linePath(parts, x, y), area: areaPath(parts, x, y, height) }
}
