import { type AlertCondition, boundUnitOf } from '@atalaya/contract/alert-rules'
import { type MetricUnit, metricNamed } from '@atalaya/contract/metrics'
import { bytesPerSecondText, bytesText } from '@atalaya/format/bytes'
import { durationText } from '@atalaya/format/duration'

const rounded = (value: number) => String(Math.round(value * 10) / 10)

const texts: Record<MetricUnit, (value: number) => string> = {
  percent: (value) => `${rounded(value)} %`,
  celsius: (value) => `${rounded(value)} °C`,
  bytes: (value) => bytesText(value, {}),
  'bytes/s': (value) => bytesPerSecondText(value, {}),
  seconds: durationText,
  number: (value) => String(Number(value.toPrecision(6))),
}

/** A metric's value as text. */
const numberText = (metric: string, value: number) => texts[boundUnitOf(metric) ?? 'number'](value)

/** Details of an agent that violates a rule. */
export type Violation = { value?: number; command?: string }

/** The fault of one agent in a sentence. */
export function textOf(condition: AlertCondition, { value, command }: Violation): string {
  switch (condition.kind) {
    case 'metric': {
      const { metric, is, value: bound } = condition
      const title = metricNamed(metric)?.title ?? metric
      const valueText = value === undefined ? '' : ` is ${numberText(metric, value)},`
      return `${title}${valueText} ${is} ${numberText(metric, bound)}`
    }
    case 'status':
      return `It is ${condition.status}`
    case 'silent':
      return `It is connected and has sent no numbers for ${durationText(condition.afterS)}`
    case 'commandFailed':
      return command === undefined ? 'A command failed' : `The command ${command} failed`
    case 'outdated':
      return 'A newer version of the agent is here'
  }
}

/** Sentence about an incident, from that of its first agent. */
export const incidentText = ({ text, agents }: { text: string; agents: number }): string =>
  agents > 1 ? pluralOf(text) : text

/**
 * Sentence about several agents: `They are offline`. It names no value and no command, as each agent has its own:
 * `Memory used above 90 %`, `Commands failed`.
 */
function pluralOf(text: string): string {
  if (text.endsWith(' failed')) return 'Commands failed'
  return withoutValue(text.replace(/^It is /, 'They are ').replace(' and has sent ', ' and have sent '))
}

/** `Disk used above 90 %` of `Disk used is 95 %, above 90 %`. */
function withoutValue(text: string): string {
  const end = text.search(/, (above|below) /)
  const begin = text.lastIndexOf(' is ', end)
  return end < 0 || begin < 0 ? text : `${text.slice(0, begin)}${text.slice(end + 1)}`
}

/** Reason why an incident causes no further messages. */
export const acknowledgedText = (by: string) => `${by} has acknowledged it`
