const FULL_PERCENT = 100

/** An SVG path of percentages from left to right; where a value is missing the line has a gap. */
export function sparkline(values: readonly (number | null)[], width: number, height: number): string {
  const step = width / Math.max(1, values.length - 1)
  let isDrawing = false
  const parts = values.map((value, index) => {
    if (value === null) {
      isDrawing = false
      return ''
    }
    const y = height - (Math.min(Math.max(value, 0), FULL_PERCENT) / FULL_PERCENT) * height
    const command = isDrawing ? 'L' : 'M'
    isDrawing = true
    return `${command}${(index * step).toFixed(1)} ${y.toFixed(1)}`
  })
  return parts.join('')
}
