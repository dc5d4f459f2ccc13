import { bytesText } from '@atalaya/charts/bytes'
import { durationText } from '@atalaya/charts/duration'
import { type AlertCondition, type AlertRuleInput, boundUnitOf } from '@atalaya/contract/alert-rules'
import { type MetricUnit, metricNamed } from '@atalaya/contract/metrics'
import { selectorText } from '#web/lib/selector-words.ts'

const units: Record<MetricUnit, (value: number) => string> = {
  percent: (value) => `${value} %`,
  celsius: (value) => `${value} °C`,
  bytes: bytesText,
  'bytes/s': (value) => `${bytesText(value)}/s`,
  seconds: durationText,
  number: String,
}
/** What stands behind the box in which a bound is typed. */
export const UNIT_SIGNS: Record<MetricUnit, string> = {
  ...{ percent: '%', celsius: '°C', bytes: 'bytes', 'bytes/s': 'bytes/s', seconds: 'seconds', number: '' },
}

const boundText = (metric: string, value: number) => units[boundUnitOf(metric) ?? 'number'](value)

const STATUS_TEXTS = { offline: 'offline', degraded: 'degraded', quarantined: 'kept out' }

/** What must be true, after "when": `Disk used is above 90 %`. */
function conditionText(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'metric':
      return `${metricNamed(condition.metric)?.title ?? condition.metric} is ${condition.is} ${boundText(condition.metric, condition.value)}`
    case 'status':
      return `it is ${STATUS_TEXTS[condition.status]}`
    case 'silent':
      return `it is connected and sends no numbers for ${durationText(condition.afterS)}`
    case 'commandFailed':
      return `a command failed within ${durationText(condition.withinS)}`
    case 'outdated':
      return 'a newer version of the agent is here'
  }
}

/** A rule in a sentence. */
export function ruleText({ condition, selector, reach, forS }: AlertRuleInput): string {
  const lasting = forS > 0 ? ` for ${durationText(forS)}` : ''
  return `When ${conditionText(condition)}${lasting}, on ${selectorText(selector, reach)}`
}
