import { bandPath, linePath } from '@atalaya/charts/paths'
import { instantText, tickLabel } from '@atalaya/charts/time'
import type { ChartMark } from '#web/features/agents/chart/marks.ts'
import { type Plot, plotOf } from '#web/features/agents/chart/plot.ts'
import type { Chart } from '#web/features/agents/detail/chart-plan.ts'

const WIDTH_PX = 960
const MARGIN_PX = 20
const TITLE_PX = 48
/** Above each plot: its title and the names of its lines. */
const HEAD_PX = 44
/** Pixels of the picture for one of the screen, so that it can be looked at closely. */
const SCALE = 2
const ARROW_PX = 4
const BOUND_COLORS: Record<string, string> = { warning: 'var(--warning)', critical: 'var(--destructive)' }

/** What a colour of the theme is now. */
function colorOf(variable: string): string {
  const name = /var\((--[\w-]+)\)/.exec(variable)?.[1] ?? ''
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

type Pen = CanvasRenderingContext2D

function write(pen: Pen, text: string, x: number, y: number, options: { color?: string; font?: string } = {}): void {
  pen.fillStyle = colorOf(options.color ?? 'var(--muted-foreground)')
  pen.font = `${options.font ?? '11px'} ${getComputedStyle(document.body).fontFamily}`
  pen.fillText(text, x, y)
}

type Stroke = { color: string; width?: number; dash?: number[]; opacity?: number }

function stroke(pen: Pen, path: string, { color, width = 1, dash = [], opacity = 1 }: Stroke): void {
  pen.save()
  pen.strokeStyle = colorOf(color)
  pen.lineWidth = width
  pen.globalAlpha = opacity
  pen.setLineDash(dash)
  // A canvas draws no stroke without a length, where SVG makes it a dot.
  pen.stroke(new Path2D(path.replaceAll('h0', 'h0.01')))
  pen.restore()
}

const across = ({ left, innerWidth }: Plot, y: number) => `M${left},${y}h${innerWidth}`

function drawFrame(pen: Pen, plot: Plot): void {
  pen.textAlign = 'right'
  for (const value of plot.values) {
    stroke(pen, across(plot, plot.y(value)), { color: 'var(--border)' })
    write(pen, plot.valueText(value), plot.left - 8, plot.y(value) + 4)
  }
  pen.textAlign = 'center'
  for (const at of plot.times) write(pen, tickLabel(at, plot.span), plot.x(at), plot.height - 4)
  pen.textAlign = 'left'
}

function drawLines(pen: Pen, plot: Plot, { data: { series } }: Chart): void {
  const { x, y } = plot
  for (const [level, value] of plot.bounds) {
    stroke(pen, across(plot, y(value)), { color: BOUND_COLORS[level] ?? '', dash: [2, 4] })
  }
  stroke(pen, linePath(plot.capacity, x, y), { color: 'var(--muted-foreground)', width: 1.25 })
  for (const [n, { color, isPast }] of series.entries()) {
    const parts = plot.parts[n] ?? []
    const path = linePath(parts, x, y)
    if (isPast) {
      stroke(pen, path, { color, width: 1.25, dash: [4, 3], opacity: 0.6 })
      continue
    }
    pen.save()
    pen.globalAlpha = 0.16
    pen.fillStyle = colorOf(color)
    pen.fill(new Path2D(bandPath(parts, x, y)))
    pen.restore()
    stroke(pen, path, { color, width: 1.75 })
  }
}

function drawMarks(pen: Pen, plot: Plot, marks: readonly ChartMark[]): void {
  pen.fillStyle = colorOf('var(--info)')
  for (const { at } of marks) {
    const x = plot.x(at)
    stroke(pen, `M${x},0V${plot.bottom}`, { color: 'var(--info)', opacity: 0.6 })
    pen.fill(new Path2D(`M${x - ARROW_PX},0h${2 * ARROW_PX}l${-ARROW_PX},${1.5 * ARROW_PX}z`))
  }
}

function drawNames(pen: Pen, { title, data }: Chart): void {
  write(pen, title, 0, 14, { color: 'var(--foreground)', font: '600 13px' })
  let x = 0
  for (const { name, color } of data.series) {
    write(pen, '●', x, 32, { color })
    write(pen, name, x + 14, 32)
    x += 26 + pen.measureText(name).width
  }
}

/** The charts as they are shown, one below the other, as a PNG in the colours of the theme. */
export async function pictureOf(title: string, charts: readonly Chart[], marks: readonly ChartMark[]): Promise<Blob> {
  const plots = charts.map(({ data }) => plotOf(data, WIDTH_PX - 2 * MARGIN_PX))
  const height = TITLE_PX + plots.reduce((sum, plot) => sum + HEAD_PX + plot.height + MARGIN_PX, 0)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX * SCALE
  canvas.height = height * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  pen.scale(SCALE, SCALE)
  pen.fillStyle = colorOf('var(--card)')
  pen.fillRect(0, 0, WIDTH_PX, height)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.translate(MARGIN_PX, 0)
  write(pen, title, 0, 28, { color: 'var(--foreground)', font: '600 16px' })
  const range = charts[0]?.data.range
  if (range) {
    pen.textAlign = 'right'
    write(pen, `${instantText(range.from)} – ${instantText(range.to)}`, WIDTH_PX - 2 * MARGIN_PX, 28)
    pen.textAlign = 'left'
  }
  pen.translate(0, TITLE_PX)
  for (const [n, plot] of plots.entries()) {
    const chart = charts[n] as Chart
    drawNames(pen, chart)
    pen.translate(0, HEAD_PX)
    drawFrame(pen, plot)
    drawLines(pen, plot, chart)
    drawMarks(pen, plot, marks)
    pen.translate(0, plot.height + MARGIN_PX)
  }
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))), 'image/png')
  return promise
}
