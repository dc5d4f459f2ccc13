import { type AlertCondition, type AlertRuleInput, boundUnitOf } from '@atalaya/contract/alert-rules'
import { type MetricUnit, metricNamed } from '@atalaya/contract/metrics'
import { bytesPerSecondText, bytesText } from '@atalaya/format/bytes'
import { durationText } from '@atalaya/format/duration'
import type { Formats } from '@atalaya/format/formats'
import { plainNumber } from '@atalaya/format/number'
import { selectorText } from '#web/lib/selector-words.ts'

const valueFormats: Record<MetricUnit, (value: number, formats: Formats) => string> = {
  percent: (value, formats) => `${plainNumber(value, formats)} %`,
  celsius: (value, formats) => `${plainNumber(value, formats)} °C`,
  bytes: bytesText,
  'bytes/s': bytesPerSecondText,
  seconds: durationText,
  number: plainNumber,
}
/** Unit shown behind the field of a threshold. */
export const UNIT_SIGNS: Record<MetricUnit, string> = {
  percent: '%',
  celsius: '°C',
  bytes: 'bytes',
  'bytes/s': 'bytes/s',
  seconds: 'seconds',
  number: '',
}

const thresholdText = (metric: string, value: number, formats: Formats) =>
  valueFormats[boundUnitOf(metric) ?? 'number'](value, formats)

const STATUS_TEXTS = { offline: 'offline', degraded: 'degraded', quarantined: 'kept out' }

/** Condition as text, to follow "when": `Disk used is above 90 %`. */
function conditionText(condition: AlertCondition, formats: Formats): string {
  switch (condition.kind) {
    case 'metric':
      return `${metricNamed(condition.metric)?.title ?? condition.metric} is ${condition.is} ${thresholdText(condition.metric, condition.value, formats)}`
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

export function ruleText({ condition, selector, reach, forS }: AlertRuleInput, formats: Formats): string {
  const lasting = forS > 0 ? ` for ${durationText(forS)}` : ''
  return `When ${conditionText(condition, formats)}${lasting}, on ${selectorText(selector, reach)}`
}
