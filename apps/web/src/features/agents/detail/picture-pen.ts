/** Current value of a theme colour. */
export function colorOf(variable: string): string {
  const name = /var\((--[\w-]+)\)/.exec(variable)?.[1] ?? ''
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

export type Pen = CanvasRenderingContext2D

/** Draws a text in the product's font. */
export function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  options: { color?: string; font?: string } = {},
): void {
  pen.fillStyle = colorOf(options.color ?? 'var(--muted-foreground)')
  pen.font = `${options.font ?? '11px'} ${getComputedStyle(document.body).fontFamily}`
  pen.fillText(text, x, y)
}

type Stroke = { color: string; width?: number; dash?: number[]; opacity?: number }

/** Draws a line along an SVG path. */
export function stroke(pen: Pen, path: string, { color, width = 1, dash = [], opacity = 1 }: Stroke): void {
  pen.save()
  pen.strokeStyle = colorOf(color)
  pen.lineWidth = width
  pen.globalAlpha = opacity
  pen.setLineDash(dash)
  // SVG draws a segment of length 0 as a dot, a canvas draws nothing: give it a minimal length.
  pen.stroke(new Path2D(path.replaceAll('h0', 'h0.01')))
  pen.restore()
}

/** Truncates a text to the available width. */
export function fitted(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text
  let end = text.length
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > width) end--
  return `${text.slice(0, end)}…`
}
