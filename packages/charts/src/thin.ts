import type { Point } from './series.ts'

/** Points at one pixel, merged so far. */
type Column = Point & { count: number }

const columnOf = ({ at, avg, min, max }: Point): Column => ({ at, avg, min, max, count: 1 })

function merge(column: Column, { avg, min, max }: Point): void {
  column.count++
  column.avg += (avg - column.avg) / column.count
  if (min < column.min) column.min = min
  if (max > column.max) column.max = max
}

/** Reduces to one point per pixel: average, minimum and maximum. `x` maps an instant to a pixel. */
export function thin(parts: readonly Point[][], x: (at: number) => number): Point[][] {
  return parts.map((part) => {
    const columns: Column[] = []
    let pixel = Number.NaN
    for (const point of part) {
      const here = Math.floor(x(point.at))
      const last = columns.at(-1)
      if (last && here === pixel) merge(last, point)
      else columns.push(columnOf(point))
      pixel = here
    }
    return columns
  })
}
