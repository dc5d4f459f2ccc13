import { sparkline } from '@atalaya/charts/sparkline'
import { useFormats } from '@atalaya/module-sdk'
import type { Scalar } from '../pick.ts'
import { Note } from './note.tsx'
import { Rows } from './rows.tsx'
import { unitText, valueText } from './text.ts'
import type { ValueResult } from './value-result.ts'

const [WIDTH, HEIGHT] = [300, 100]

/** Sparkline of the first list of numbers, scaled from minimum to maximum, with that range as text. */
export function Chart({ results, isOneRow }: { results: ValueResult[]; isOneRow: boolean }) {
  const formats = useFormats()
  const drawn = results.map((entry) => ({ entry, numbers: numbersOf(entry) })).find(({ numbers }) => numbers.length > 0)
  if (!drawn) {
    const isEmpty = results.some(({ picked }) => picked.kind === 'column' && picked.values.length === 0)
    if (isEmpty) return <Note text="The list is empty." />
    const hasFault = results.some(({ picked }) => picked.kind === 'fault')
    return hasFault ? (
      <Rows results={results} isOneRow={isOneRow} />
    ) : (
      <Note text="A chart needs a list of numbers: a path with []." />
    )
  }
  const { numbers, entry } = drawn
  const known = numbers.filter((number) => number !== null)
  const [min, max] = [Math.min(...known), Math.max(...known)]
  const { line, area } = sparkline(numbers, { width: WIDTH, height: HEIGHT, pad: 2 })
  const [low, high] = [min, max].map((end) => valueText(end, entry.value, formats, entry.now))
  const unit = unitText(min, entry.value)
  return (
    <div className={`flex min-h-0 flex-1 ${isOneRow ? 'items-center gap-3' : 'flex-col gap-1'}`}>
      <p className={`shrink-0 truncate leading-tight tabular-nums ${isOneRow ? 'max-w-2/3' : ''}`}>
        <span className="font-semibold text-lg" data-figure>
          {low === high ? low : `${low} – ${high}`}
        </span>
        {unit && <span className="text-muted-foreground text-xs"> {unit}</span>}
        {!isOneRow && <span className="block truncate text-muted-foreground text-xs">{entry.value.label}</span>}
      </p>
      <svg
        className={`min-h-0 w-full min-w-0 flex-1 text-chart-1 ${isOneRow ? 'h-full' : ''}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${entry.value.label}: ${known.length} values from ${low} to ${high} ${unit}`.trim()}
      >
        <path d={area} className="fill-current opacity-15" />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  )
}

/** Empty if there is no number. A number that came as text counts; anything else is a gap. */
function numbersOf({ picked }: ValueResult): (number | null)[] {
  if (picked.kind !== 'column') return []
  const numbers = picked.values.map(numberOf)
  return numbers.some((number) => number !== null) ? numbers : []
}

function numberOf(value: Scalar): number | null {
  if (typeof value === 'number') return value
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}
