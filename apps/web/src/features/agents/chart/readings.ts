import { pointAt } from '@atalaya/charts/cursor'
import type { Point } from '@atalaya/charts/series'
import { percentText } from '@atalaya/format/number'
import type { ChartData, ChartSeries } from '#web/features/agents/chart/plot.ts'
import { percentageOf } from '#web/features/agents/metrics.ts'

/** Value of one line at one instant. */
export type ChartReading = ChartSeries & {
  point: Point | undefined
  /** Average, and its share of the capacity. */
  value: string
  /** Minimum to maximum, if the point stands for several values. */
  spread: string | undefined
}

type ReadingsInput = Pick<ChartData, 'series' | 'formats'> & { format: (value: number) => string }

/** Values of the lines at the cursor; without one, their newest values. */
export function readingsOf({ series, formats, format }: ReadingsInput, cursor: number | null): ChartReading[] {
  return series.map((line) => {
    const point = cursor === null ? line.points.at(-1) : pointAt(line.points, cursor, line.step)
    if (!point) return { ...line, point, value: line.isUnknown ? 'not sent' : 'no data', spread: undefined }
    const percent = percentageOf(point.avg, pointAt(line.capacity ?? [], point.at, line.step)?.avg)
    return {
      ...line,
      point,
      value: percent === undefined ? format(point.avg) : `${format(point.avg)}, ${percentText(percent, formats)}`,
      spread: point.max > point.min ? `${format(point.min)} – ${format(point.max)}` : undefined,
    }
  })
}

/** Values as one sentence, for screen readers. */
export const readingsText = (readings: readonly ChartReading[]) =>
  readings.map(({ name, value, spread }) => `${name} ${value}${spread ? ` (least to most ${spread})` : ''}`).join(', ')
