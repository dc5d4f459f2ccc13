import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import type { Agent } from '@atalaya/contract/agents'
import { type Numbers, percentOf } from '@atalaya/contract/metrics'
import { ageText } from '@atalaya/format/age'
import { exactText } from '@atalaya/format/time'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/components/ui/card.tsx'
import { NUMBER_NAMES, NumberCell, type NumberName } from '#web/features/agents/list/number-cell.tsx'
import { sampleQuery } from '#web/features/agents/telemetry.queries.ts'
import { useNow } from '#web/lib/clock.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/formats.ts'

const MINUTE_MS = 60_000

/** An agent's main numbers above its charts; those of one that is away are dimmed and say since when. */
export function AgentFigures({ agent }: { agent: Agent }) {
  const { data: sample } = useQuery(sampleQuery(agent.agentId))
  const numbers = newestOf(agent.numbers, sample?.metrics)
  const names = NAMES.filter((name) => numbers[name] !== null)
  if (names.length === 0) return null
  const since = agent.isOnline ? null : agent.lastSeen
  return (
    <dl aria-label="Newest numbers" className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
      {names.map((name) => (
        <Card key={name} className="min-w-0 px-4 py-3">
          <dt className="text-muted-foreground text-xs">{NUMBER_NAMES[name]}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span
              className={cn(
                'whitespace-nowrap font-semibold text-2xl tabular-nums tracking-tight [&_svg]:size-5',
                since !== null && 'text-muted-foreground grayscale',
              )}
            >
              <NumberCell name={name} numbers={numbers} />
            </span>
            {since !== null && <Since at={since} />}
          </dd>
        </Card>
      ))}
    </dl>
  )
}

const NAMES = Object.keys(NUMBER_NAMES) as NumberName[]

/** What a live event brought stands before what the server has kept. */
function newestOf(kept: AgentNumbers | undefined, live: Numbers = {}): AgentNumbers {
  return {
    cpu: percentOf('cpu.percent', live) ?? kept?.cpu ?? null,
    memory: percentOf('memory.used', live) ?? kept?.memory ?? null,
    disk: percentOf('disk.used', live) ?? kept?.disk ?? null,
    temperature: live['temperature.celsius'] ?? kept?.temperature ?? null,
  }
}

function Since({ at }: { at: string }) {
  const formats = useFormats()
  const now = useNow(MINUTE_MS)
  return (
    <time dateTime={at} title={exactText(at, formats)} className="whitespace-nowrap text-muted-foreground text-sm">
      {ageText(now.getTime() - Date.parse(at))}
    </time>
  )
}
