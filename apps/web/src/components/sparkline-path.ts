type Box = { width: number; height: number; min?: number | undefined; max?: number | undefined }

const PAD = 1.5

const round = (value: number) => Math.round(value * 100) / 100

type Point = { x: number; y: number }

/** Splits at nulls: each run of values is a line of its own. */
function runs(values: readonly (number | null)[], toPoint: (value: number, index: number) => Point): Point[][] {
  const found: Point[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) found.push([])
    else found.at(-1)?.push(toPoint(value, index))
  }
  return found.filter((run) => run.length > 0)
}

/**
 * SVG paths of a line over `values` and of the area under it; empty strings where there is nothing to draw. A constant
 * series runs along the middle, a lone value is a short dash.
 */
export function linePath(values: readonly (number | null)[], { width, height, min, max }: Box) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return { line: '', area: '' }
  const low = min ?? Math.min(...known)
  const high = max ?? Math.max(...known)
  const span = high - low
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const scaleY = (value: number) => (span === 0 ? height / 2 : PAD + (1 - (value - low) / span) * (height - 2 * PAD))
  const drawn = runs(values, (value, index) => ({ x: index * step, y: Math.min(height, Math.max(0, scaleY(value))) }))
  const paths = drawn.map((run) => {
    const [first] = run
    if (run.length === 1 && first) run.push({ x: first.x + Math.max(step / 4, 1), y: first.y })
    return run.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  })
  const areas = paths.map((path, index) => {
    const run = drawn[index] ?? []
    return `${path}L${round(run.at(-1)?.x ?? 0)} ${height}L${round(run[0]?.x ?? 0)} ${height}Z`
  })
  return { line: paths.join(''), area: areas.join('') }
}
