import type { Numbers } from '@atalaya/contract/metrics'
import { bytesPerSecondText } from '@atalaya/format/bytes'
import type { Formats } from '@atalaya/format/formats'
import { percentText } from '@atalaya/format/number'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Sparkline } from '#web/components/sparkline.tsx'
import { Card } from '#web/components/ui/card.tsx'
import type { AgentRow } from '#web/features/agents/agent-list.ts'
import { AgentStatus } from '#web/features/agents/agent-status.tsx'
import { ListingLink } from '#web/features/agents/list/listing-link.tsx'
import { latestOf, percentageOf } from '#web/features/agents/metrics.ts'
import { agentTitle } from '#web/features/agents/status.ts'
import { TagList } from '#web/features/agents/tag-list.tsx'
import { rangeQuery, sampleQuery } from '#web/features/agents/telemetry.queries.ts'
import { useFormats } from '#web/lib/formats.ts'
import { cn } from '#web/lib/looks/cn.ts'

/** Range of the sparkline, and its number of points. */
const SPAN_MS = 30 * 60_000
const POINTS = 60
const METRICS = [
  'cpu.percent',
  'memory.used',
  'memory.total',
  'disk.used',
  'disk.total',
  'network.received',
  'network.sent',
] as const

export function AgentCard({ agent }: { agent: AgentRow }) {
  const title = agentTitle(agent)
  const machine = agent.machine && [agent.machine.hostname, agent.machine.os].filter(Boolean).join(' · ')
  return (
    <Card className="relative flex min-w-0 flex-col overflow-hidden transition-colors hover:border-input">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 pt-3.5">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold text-base">
            <Link to={`/agents/${agent.id}`} className="after:absolute after:inset-0 after:rounded-xl">
              {title}
            </Link>
          </h2>
          <ListingLink to={{ status: agent.status }} title={`Agents that are ${agent.status}`}>
            <AgentStatus agent={agent} />
          </ListingLink>
        </div>
        <p className="truncate text-muted-foreground text-xs" title={agent.statusMessage ?? undefined}>
          {agent.statusMessage ?? machine ?? 'Not connected yet'}
          {!agent.isOnline && agent.lastSeen && (
            <>
              {' · seen '}
              <RelativeTime at={agent.lastSeen} fallback="" />
            </>
          )}
        </p>
        <div className="flex h-6 items-center">
          <TagList tags={agent.tags} isLinked />
        </div>
      </div>
      <CardNumbers agent={agent} title={title} />
    </Card>
  )
}

/** Newest numbers, dimmed if they are old; their age is shown above. */
function CardNumbers({ agent: { id: agentId, isOnline, numbers: stored }, title }: { agent: AgentRow; title: string }) {
  const { data: range } = useQuery(rangeQuery({ id: agentId, spanMs: SPAN_MS, points: POINTS, metrics: METRICS }))
  const { data: sample } = useQuery(sampleQuery(agentId))
  const numbers: Numbers = { ...(range && latestOf(range)), ...sample?.metrics }
  const cpu = range?.series.find(({ metric }) => metric === 'cpu.percent')?.avg ?? []
  return (
    <>
      <dl className={cn('grid grid-cols-4 gap-2 px-4 pt-2 pb-3', !isOnline && 'text-muted-foreground')}>
        <Figure name="CPU" value={numbers['cpu.percent'] ?? stored?.cpu ?? undefined} format={percentText} />
        <Figure
          name="Memory"
          value={percentageOf(numbers['memory.used'], numbers['memory.total']) ?? stored?.memory ?? undefined}
          format={percentText}
        />
        <Figure
          name="Disk"
          value={percentageOf(numbers['disk.used'], numbers['disk.total']) ?? stored?.disk ?? undefined}
          format={percentText}
        />
        <Figure name="Network" value={networkTotal(numbers)} format={bytesPerSecondText} />
      </dl>
      <Sparkline values={cpu} min={0} max={100} label={`CPU of ${title}, last 30 minutes`} className="mt-auto h-10" />
    </>
  )
}

/** Sum of both directions. */
function networkTotal(numbers: Numbers): number | undefined {
  const { 'network.received': received, 'network.sent': sent } = numbers
  return received === undefined && sent === undefined ? undefined : (received ?? 0) + (sent ?? 0)
}

type FigureProps = { name: string; value: number | undefined; format: (value: number, formats: Formats) => string }

function Figure({ name, value, format }: FigureProps) {
  const formats = useFormats()
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="truncate font-medium text-sm tabular-nums">
        {value === undefined ? '–' : format(value, formats)}
      </dd>
    </div>
  )
}
