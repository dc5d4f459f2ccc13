import type { AlertRuleInput } from './alert-rules.ts'

/** A ready-made rule. */
export type AlertTemplate = { key: string; rule: Omit<AlertRuleInput, 'reach'> }

const RECOVERED_S = 300
const common: Pick<AlertRuleInput, 'isOn' | 'selector' | 'escalation'> = { isOn: true, selector: {}, escalation: [] }

/** The five rules that most people want. */
export const ALERT_TEMPLATES: readonly AlertTemplate[] = [
  {
    key: 'offline',
    rule: {
      ...common,
      name: 'Offline for five minutes',
      severity: 'critical',
      forS: 300,
      condition: { kind: 'status', status: 'offline' },
      clear: { forS: 60 },
    },
  },
  {
    key: 'disk',
    rule: {
      ...common,
      name: 'Disk over 90 %',
      severity: 'warning',
      forS: 600,
      condition: { kind: 'metric', metric: 'disk.used', is: 'above', value: 90 },
      clear: { value: 88, forS: RECOVERED_S },
    },
  },
  {
    key: 'temperature',
    rule: {
      ...common,
      name: 'Hotter than 80 °C',
      severity: 'warning',
      forS: RECOVERED_S,
      condition: { kind: 'metric', metric: 'temperature.celsius', is: 'above', value: 80 },
      clear: { value: 75, forS: RECOVERED_S },
    },
  },
  {
    key: 'command',
    rule: {
      ...common,
      name: 'A command failed',
      severity: 'warning',
      forS: 0,
      condition: { kind: 'commandFailed', withinS: 3600 },
      clear: { forS: 0 },
    },
  },
  {
    key: 'outdated',
    rule: {
      ...common,
      name: 'Agent is outdated',
      severity: 'info',
      forS: 3600,
      condition: { kind: 'outdated' },
      clear: { forS: 0 },
    },
  },
]
