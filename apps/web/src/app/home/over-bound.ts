import type { Agent } from '@atalaya/contract/agents'
import { COUNTED_MAX } from '@atalaya/contract/attention'
import { type BoundedMetric, levelOf } from '@atalaya/contract/metric-bounds'
import type { Formats } from '@atalaya/format/formats'
import { numberText, percentText } from '@atalaya/format/number'
import type { AttentionLine } from '#web/app/home/attention-line.ts'
import { agentTitle } from '#web/features/agents/status.ts'
import { plural } from '#web/lib/plural.ts'

export type OverBound = Pick<Agent, 'agentId' | 'name' | 'machine' | 'numbers'>

/** Maximum agents that are named; the rest are counted. */
export const NAMED_MAX = 3

type BoundedNumber = {
  of: 'disk' | 'memory' | 'temperature'
  metric: BoundedMetric
  text: (value: number, formats: Formats) => string
}

/** Numbers by which the server calls an agent critical. */
const BOUNDED_NUMBERS: BoundedNumber[] = [
  { of: 'disk', metric: 'disk.used', text: percentText },
  { of: 'memory', metric: 'memory.used', text: percentText },
  { of: 'temperature', metric: 'temperature.celsius', text: (value, formats) => `${numberText(value, 0, formats)} °C` },
]

/** Numbers over their bounds, as `disk 96 %`. One may have recovered since the server judged it. */
function numbersOf({ numbers }: OverBound, formats: Formats): string {
  const over = BOUNDED_NUMBERS.flatMap(({ of, metric, text }) => {
    const value = numbers?.[of] ?? undefined
    return value !== undefined && levelOf(metric, value) === 'critical' ? [`${of} ${text(value, formats)}`] : []
  })
  return over.join(', ') || 'over a bound'
}

type OverBoundInput = { agents: readonly OverBound[]; count: number; list: string; formats: Formats }

/** A line with the number for each named agent, and one that counts the rest. */
export function overBoundLines({ agents, count, list, formats }: OverBoundInput): AttentionLine[] {
  const named = agents.slice(0, NAMED_MAX).map((agent) => ({
    key: `critical ${agent.agentId}`,
    text: `${agentTitle(agent)}: ${numbersOf(agent, formats)}`,
    isUrgent: true,
    to: `/agents/${agent.agentId}`,
    action: 'Open',
  }))
  const othersCount = count - named.length
  if (othersCount <= 0) return named
  const text =
    count > COUNTED_MAX
      ? `More than ${COUNTED_MAX} agents are over a bound`
      : plural(othersCount, { one: '# more agent is over a bound', other: '# more agents are over a bound' })
  return [...named, { key: 'critical', text, isUrgent: true, to: `${list}?critical=true`, action: 'See which' }]
}
