import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import type { Agent } from '@atalaya/contract/agents'
import { type BoundedMetric, levelOf } from '@atalaya/contract/metric-bounds'
import { type Numbers, percentOf } from '@atalaya/contract/metrics'
import { percentText } from '@atalaya/format/number'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { sampleQuery } from '#web/features/agents/telemetry.queries.ts'
import { useFormats } from '#web/lib/formats.ts'
import { cn } from '#web/lib/looks/cn.ts'

const FIGURES: [field: keyof AgentNumbers, name: string, metric: BoundedMetric][] = [
  ['cpu', 'CPU', 'cpu.percent'],
  ['memory', 'Memory', 'memory.used'],
  ['disk', 'Disk', 'disk.used'],
  ['temperature', 'Temperature', 'temperature.celsius'],
]
const TONES = { warning: 'text-warning-text', critical: 'text-destructive-text' }

/** An agent's main numbers, above its charts. While the agent is away they are dimmed and show their age. */
export function AgentFigures({ agent }: { agent: Agent }) {
  const { data: sample } = useQuery(sampleQuery(agent.agentId))
  const numbers = newestOf(agent.numbers, sample?.metrics)
  const since = agent.isOnline ? null : agent.lastSeen
  const figures = FIGURES.flatMap(([field, name, metric]) => {
    const value = numbers[field]
    return value === null ? [] : [{ name, metric, value }]
  })
  if (figures.length === 0) return null
  return (
    <dl aria-label="Newest numbers" className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
      {figures.map((figure) => (
        <div key={figure.name} className="min-w-0 rounded-xl border bg-card px-4 py-3 shadow-sm">
          <dt className="text-muted-foreground text-xs">{figure.name}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <Value {...figure} isOld={since !== null} />
            {since !== null && <RelativeTime at={since} fallback="" className="text-muted-foreground text-sm" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Newest numbers: those of a live event, else those that the server has stored. */
function newestOf(stored: AgentNumbers | undefined, live: Numbers = {}): AgentNumbers {
  return {
    cpu: percentOf('cpu.percent', live) ?? stored?.cpu ?? null,
    memory: percentOf('memory.used', live) ?? stored?.memory ?? null,
    disk: percentOf('disk.used', live) ?? stored?.disk ?? null,
    temperature: live['temperature.celsius'] ?? stored?.temperature ?? null,
  }
}

type ValueProps = { metric: BoundedMetric; value: number; isOld: boolean }

/** Marks a value over its bounds by a colour and a sign, unless the value is old. */
function Value({ metric, value, isOld }: ValueProps) {
  const formats = useFormats()
  const level = isOld ? undefined : levelOf(metric, value)
  return (
    <span
      className={cn(
        'whitespace-nowrap font-semibold text-2xl tabular-nums tracking-tight',
        isOld && 'text-muted-foreground',
        level && TONES[level],
      )}
    >
      {level && <TriangleAlert role="img" aria-label={level} className="mr-1.5 inline size-5 align-[-2px]" />}
      {metric === 'temperature.celsius' ? `${Math.round(value)} °C` : percentText(value, formats)}
    </span>
  )
}
