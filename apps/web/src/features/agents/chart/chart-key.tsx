import { durationText } from '@atalaya/format/duration'
import type { ChartData } from '#web/features/agents/chart/plot.ts'

type Props = { data: ChartData; hasMarks: boolean; hasGaps: boolean; stepMs: number; format: (value: number) => string }

/** What the drawn things mean that are no lines of the legend. */
export function ChartKey({ data, hasMarks, hasGaps, stepMs, format }: Props) {
  const { series, capacity, bounds } = data
  const [first] = series
  const isNumbered = first?.number !== undefined
  const hasBand = series.some(({ points, isPast }) => !isPast && points.some(({ min, max }) => max > min))
  const all = capacity.at(-1)?.avg
  // A number and its unit stay together.
  const said = (value: number) => format(value).replaceAll(' ', '\u00a0')
  const texts = [
    hasBand && `Line: average of ${durationText(stepMs / 1000)}${isNumbered ? '' : '; shade: least to most'}.`,
    hasGaps && 'Hatched: nothing was measured.',
    all !== undefined && `Grey line: ${said(all)} in all.`,
    hasMarks && `Arrows from above: commands and alerts${data.marked === undefined ? '' : ` of ${data.marked}`}.`,
    bounds && `Dotted: high from ${said(bounds.warning)}, critical from ${said(bounds.critical)}.`,
  ]
  return <p className="min-h-4 text-muted-foreground text-xs">{texts.filter(Boolean).join(' ')}</p>
}
