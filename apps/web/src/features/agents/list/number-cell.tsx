import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { type BoundedMetric, levelOf } from '@atalaya/contract/metric-bounds'
import { TriangleAlert } from 'lucide-react'
import { percent } from '#web/lib/units.ts'

type NumberName = keyof AgentNumbers

const METRICS: Record<NumberName, BoundedMetric> = {
  cpu: 'cpu.percent',
  memory: 'memory.used',
  disk: 'disk.used',
  temperature: 'temperature.celsius',
}
const TONES = { warning: 'text-warning-text', critical: 'font-medium text-destructive-text' }

/** One of an agent's newest numbers; where it is over its bounds, a colour and a sign say so. */
export function NumberCell({ name, numbers }: { name: NumberName; numbers: AgentNumbers | undefined }) {
  const value = numbers?.[name] ?? undefined
  if (value === undefined) return '–'
  const level = levelOf(METRICS[name], value)
  return (
    <span className={level && TONES[level]}>
      {level && <TriangleAlert role="img" aria-label={level} className="mr-1 inline size-3.5 align-[-2px]" />}
      {name === 'temperature' ? `${Math.round(value)} °C` : percent(value)}
    </span>
  )
}
