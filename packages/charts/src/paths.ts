import type { Point } from './series.ts'

/** Maps a value or an instant to a coordinate. */
type Scale = (value: number) => number

const short = (value: number) => Math.round(value * 100) / 100
const xy = (x: number, y: number) => `${short(x)},${short(y)}`

/** SVG path of the averages, a stroke for each segment. A lone point becomes a dot under round line caps. */
export function linePath(parts: readonly Point[][], x: Scale, y: Scale): string {
  return parts
    .map((part) => {
      const places = part.map(({ at, avg }) => xy(x(at), y(avg)))
      return `M${places.join('L')}${places.length === 1 ? 'h0' : ''}`
    })
    .join('')
}

/** SVG path of the area between two edges of each segment. */
function areaBetween(
  parts: readonly Point[][],
  upper: (point: Point) => string,
  lower: (point: Point) => string,
): string {
  return parts
    .filter((part) => part.length > 1)
    .map((part) => `M${[...part.map(upper), ...part.map(lower).reverse()].join('L')}Z`)
    .join('')
}

/** SVG path of the area between minimum and maximum of each segment. */
export function bandPath(parts: readonly Point[][], x: Scale, y: Scale): string {
  return areaBetween(
    parts,
    ({ at, max }) => xy(x(at), y(max)),
    ({ at, min }) => xy(x(at), y(min)),
  )
}

/** SVG path of the area between the averages of each segment and the bottom of the picture. */
export function areaPath(parts: readonly Point[][], x: Scale, y: Scale, bottom: number): string {
  return areaBetween(
    parts,
    ({ at, avg }) => xy(x(at), y(avg)),
    ({ at }) => xy(x(at), bottom),
  )
}
