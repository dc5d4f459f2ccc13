import { durationText } from '@atalaya/format/duration'
import { memo } from 'react'
import { type ChartData, gapsOf } from '#web/features/agents/chart/plot.ts'

/** Explains the lines of one chart that are not in the legend. */
export function ChartNotes({ data, format }: { data: ChartData; format: (value: number) => string }) {
  const { capacity, bounds } = data
  const capacityNow = capacity.at(-1)?.avg
  // Non-breaking space, to keep a number and its unit together.
  const formatted = (value: number) => format(value).replaceAll(' ', '\u00a0')
  const texts = [
    capacityNow !== undefined && `Grey line: ${formatted(capacityNow)} in all.`,
    bounds && `Dotted: high from ${formatted(bounds.warning)}, critical from ${formatted(bounds.critical)}.`,
  ]
  return <p className="text-muted-foreground text-xs empty:hidden">{texts.filter(Boolean).join(' ')}</p>
}

type DrawnChart = { data: ChartData; stepMs: number }

const hasBand = ({ series }: ChartData) =>
  series.some(({ points, isWeekBefore }) => !isWeekBefore && points.some(({ min, max }) => max > min))

type SharedChartNotesProps = { charts: readonly DrawnChart[]; hasMarks: boolean }

/** Explanation shared by all charts of a page. Memoised, so that the cursor's moves don't render it again. */
export const SharedChartNotes = memo(function SharedChartNotes({ charts, hasMarks }: SharedChartNotesProps) {
  const all = charts.map(({ data }) => data)
  const isNumbered = all.some(({ series }) => series[0]?.number !== undefined)
  const markedMachine = all.find((data) => data.markedMachine !== undefined)?.markedMachine
  const step = durationText(Math.max(...charts.map(({ stepMs }) => stepMs)) / 1000)
  const texts = [
    all.some(hasBand) && `Line: average of ${step}${isNumbered ? '' : '; shade: least to most'}.`,
    all.some((data) => gapsOf(data).length > 0) && 'Hatched: nothing was measured.',
    hasMarks && `Arrows from above: commands and alerts${markedMachine === undefined ? '' : ` of ${markedMachine}`}.`,
  ]
  return <p className="text-muted-foreground text-xs empty:hidden">{texts.filter(Boolean).join(' ')}</p>
})
