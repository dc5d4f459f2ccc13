import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { type BoundedMetric, levelOf, METRIC_BOUNDS } from '@atalaya/contract/metric-bounds'
import type { Formats } from '@atalaya/format/formats'
import { percentText } from '@atalaya/format/number'
import { TriangleAlert } from 'lucide-react'
import { useFormats } from '#web/lib/formats.ts'

type NumberName = keyof AgentNumbers

const METRICS: Record<NumberName, BoundedMetric> = {
  cpu: 'cpu.percent',
  memory: 'memory.used',
  disk: 'disk.used',
  temperature: 'temperature.celsius',
}
const TONES = { warning: 'text-warning-text', critical: 'font-medium text-destructive-text' }

/** One of the agent's newest numbers, with a colour and an icon if it is over a bound. */
export function NumberCell({ name, numbers }: { name: NumberName; numbers: AgentNumbers | undefined }) {
  const formats = useFormats()
  const value = numbers?.[name] ?? undefined
  if (value === undefined) return '–'
  const level = levelOf(METRICS[name], value)
  return (
    <span className={level && TONES[level]}>
      {level && <TriangleAlert role="img" aria-label={level} className="mr-1 inline size-3.5 align-[-2px]" />}
      {textOf(name, value, formats)}
    </span>
  )
}

const NAMES: Record<NumberName, string> = {
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  temperature: 'Temperature',
}

const textOf = (name: NumberName, value: number, formats: Formats) =>
  name === 'temperature' ? `${Math.round(value)} °C` : percentText(value, formats)

/** Critical numbers of an agent with their bounds; renders nothing if there are none. */
export function OverBounds({ numbers }: { numbers: AgentNumbers | undefined }) {
  const formats = useFormats()
  const overBoundTexts = (Object.keys(NAMES) as NumberName[]).flatMap((name) => {
    const value = numbers?.[name] ?? undefined
    if (value === undefined || levelOf(METRICS[name], value) !== 'critical') return []
    const bound = METRIC_BOUNDS[METRICS[name]].critical
    return [`${NAMES[name]} ${textOf(name, value, formats)}, bound ${textOf(name, bound, formats)}`]
  })
  if (overBoundTexts.length === 0) return null
  const text = overBoundTexts.join(' · ')
  return (
    <span className="block truncate text-destructive-text text-xs" title={text}>
      {text}
    </span>
  )
}
