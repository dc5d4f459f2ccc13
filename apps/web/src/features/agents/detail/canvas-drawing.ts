/** Current value of a theme colour, named as `var(--name)`. */
export function colorOf(variable: string): string {
  const name = /var\((--[\w-]+)\)/.exec(variable)?.[1] ?? ''
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** Draws a text in the product's font. */
export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  options: { color?: string; font?: string } = {},
): void {
  context.fillStyle = colorOf(options.color ?? 'var(--muted-foreground)')
  context.font = `${options.font ?? '11px'} ${getComputedStyle(document.body).fontFamily}`
  context.fillText(text, x, y)
}

type Stroke = { color: string; width?: number; dash?: number[]; opacity?: number }

/** Draws a line along an SVG path. */
export function drawPath(
  context: CanvasRenderingContext2D,
  path: string,
  { color, width = 1, dash = [], opacity = 1 }: Stroke,
): void {
  context.save()
  context.strokeStyle = colorOf(color)
  context.lineWidth = width
  context.globalAlpha = opacity
  context.setLineDash(dash)
  // SVG draws a segment of length 0 as a dot, a canvas draws nothing: give it a minimal length.
  context.stroke(new Path2D(path.replaceAll('h0', 'h0.01')))
  context.restore()
}

/** Truncates a text to the available width. */
export function truncated(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let end = text.length
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end--
  return `${text.slice(0, end)}…`
}
