import { bandPath, linePath } from '@atalaya/charts/paths'
import { instantText, tickTimeText } from '@atalaya/format/chart-time'
import type { ChartMark } from '#web/features/agents/chart/marks.ts'
import { type Plot, plotOf } from '#web/features/agents/chart/plot.ts'
import { colorOf, drawPath, drawText, truncated } from '#web/features/agents/detail/canvas-drawing.ts'
import type { Chart } from '#web/features/agents/detail/machine-chart.ts'

const WIDTH_PX = 960
const MARGIN_PX = 20
const TITLE_PX = 48
/** Height above each plot for its title. */
const HEAD_PX = 24
/** Height of one row of line names, below the title. */
const NAMES_PX = 20
const NAMES_IN_ROW = 4
const NAME_PX = (WIDTH_PX - 2 * MARGIN_PX) / NAMES_IN_ROW
/** Device pixels per CSS pixel, so that the image can be enlarged. */
const SCALE = 2
const ARROW_PX = 4
const BOUND_COLORS: Record<string, string> = { warning: 'var(--warning)', critical: 'var(--destructive)' }

const horizontalLine = ({ left, innerWidth }: Plot, y: number) => `M${left},${y}h${innerWidth}`

function drawFrame(context: CanvasRenderingContext2D, plot: Plot): void {
  context.textAlign = 'right'
  for (const value of plot.values) {
    drawPath(context, horizontalLine(plot, plot.y(value)), { color: 'var(--border)' })
    drawText(context, plot.valueText(value), plot.left - 8, plot.y(value) + 4)
  }
  context.textAlign = 'center'
  for (const at of plot.times) drawText(context, tickTimeText(at, plot.span, plot.formats), plot.x(at), plot.height - 4)
  context.textAlign = 'left'
}

function drawLines(context: CanvasRenderingContext2D, plot: Plot, { data: { series } }: Chart): void {
  const { x, y } = plot
  for (const [level, value] of plot.bounds) {
    drawPath(context, horizontalLine(plot, y(value)), { color: BOUND_COLORS[level] ?? '', dash: [2, 4] })
  }
  drawPath(context, linePath(plot.capacity, x, y), { color: 'var(--muted-foreground)', width: 1.25 })
  for (const [n, { color, isWeekBefore, number }] of series.entries()) {
    const segments = plot.segments[n] ?? []
    const path = linePath(segments, x, y)
    if (isWeekBefore) {
      drawPath(context, path, { color, width: 1.25, dash: [4, 3], opacity: 0.6 })
      continue
    }
    if (number === undefined) fill(context, bandPath(segments, x, y), color)
    drawPath(context, path, { color, width: 1.75 })
  }
  for (const { number, color, ...at } of plot.numbers) drawNumber(context, number, color, at)
}

function fill(context: CanvasRenderingContext2D, path: string, color: string): void {
  context.save()
  context.globalAlpha = 0.16
  context.fillStyle = colorOf(color)
  context.fill(new Path2D(path))
  context.restore()
}

function drawNumber(
  context: CanvasRenderingContext2D,
  number: number,
  color: string,
  { x, y }: { x: number; y: number },
): void {
  const ring = `M${x - 7},${y}a7,7 0 1,0 14,0a7,7 0 1,0 -14,0`
  context.fillStyle = colorOf('var(--card)')
  context.fill(new Path2D(ring))
  drawPath(context, ring, { color, width: 1.75 })
  context.textAlign = 'center'
  drawText(context, String(number), x, y + 3.5, { color: 'var(--foreground)', font: '600 10px' })
  context.textAlign = 'left'
}

function drawMarks(context: CanvasRenderingContext2D, plot: Plot, marks: readonly ChartMark[]): void {
  context.fillStyle = colorOf('var(--info)')
  for (const { at } of marks) {
    const x = plot.x(at)
    drawPath(context, `M${x},0V${plot.bottom}`, { color: 'var(--info)', opacity: 0.6 })
    context.fill(new Path2D(`M${x - ARROW_PX},0h${2 * ARROW_PX}l${-ARROW_PX},${1.5 * ARROW_PX}z`))
  }
}

const headHeightOf = ({ data }: Chart) => HEAD_PX + Math.ceil(data.series.length / NAMES_IN_ROW) * NAMES_PX

function drawNames(context: CanvasRenderingContext2D, { title, data }: Chart): void {
  drawText(context, title, 0, 14, { color: 'var(--foreground)', font: '600 13px' })
  for (const [n, { name, color, number }] of data.series.entries()) {
    const x = (n % NAMES_IN_ROW) * NAME_PX
    const y = 32 + Math.floor(n / NAMES_IN_ROW) * NAMES_PX
    if (number === undefined) drawText(context, '●', x, y, { color })
    else drawNumber(context, number, color, { x: x + 7, y: y - 4 })
    drawText(context, truncated(context, name, NAME_PX - 30), x + 18, y)
  }
}

/** Renders the charts below each other as a PNG, in the colours of the theme. */
export async function imageOf(title: string, charts: readonly Chart[], marks: readonly ChartMark[]): Promise<Blob> {
  const plots = charts.map(({ data }) => plotOf(data, WIDTH_PX - 2 * MARGIN_PX))
  const height =
    TITLE_PX + plots.reduce((sum, plot, n) => sum + headHeightOf(charts[n] as Chart) + plot.height + MARGIN_PX, 0)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.scale(SCALE, SCALE)
  context.fillStyle = colorOf('var(--card)')
  context.fillRect(0, 0, WIDTH_PX, height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.translate(MARGIN_PX, 0)
  drawText(context, title, 0, 28, { color: 'var(--foreground)', font: '600 16px' })
  const [first] = charts
  if (first) {
    const { range, formats } = first.data
    context.textAlign = 'right'
    drawText(
      context,
      `${instantText(range.from, formats)} – ${instantText(range.to, formats)}`,
      WIDTH_PX - 2 * MARGIN_PX,
      28,
    )
    context.textAlign = 'left'
  }
  context.translate(0, TITLE_PX)
  for (const [n, plot] of plots.entries()) {
    const chart = charts[n] as Chart
    drawNames(context, chart)
    context.translate(0, headHeightOf(chart))
    drawFrame(context, plot)
    drawLines(context, plot, chart)
    drawMarks(context, plot, marks)
    context.translate(0, plot.height + MARGIN_PX)
  }
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be drawn'))), 'image/png')
  return promise
}
