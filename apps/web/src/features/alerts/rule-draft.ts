import { type AlertCondition, type AlertRuleInput, alertRuleInput } from '@atalaya/contract/alert-rules'
import { ALERT_TEMPLATES } from '@atalaya/contract/alert-templates'
import { tagsIn } from '#web/lib/selector-words.ts'

/** Kinds of conditions, the most frequent first. */
export const KINDS = [
  { key: 'metric', title: 'A number' },
  { key: 'offline', title: 'It is offline' },
  { key: 'degraded', title: 'It is degraded' },
  { key: 'quarantined', title: 'It is kept out' },
  { key: 'silent', title: 'It sends no numbers' },
  { key: 'commandFailed', title: 'A command failed' },
  { key: 'outdated', title: 'It is outdated' },
] as const
type KindKey = (typeof KINDS)[number]['key']

/** Rule in the form: numbers stay text until the form is sent. */
export type Draft = {
  name: string
  kind: KindKey
  metric: string
  is: 'above' | 'below'
  value: string
  /** Value at which the alert ends; empty if that is `value`. */
  end: string
  /** Minutes of the conditions `silent` and `commandFailed`. */
  minutes: string
  /** Minutes that the condition must last before the rule fires. */
  forMinutes: string
  /** Minutes without the condition before the alert ends. */
  calmMinutes: string
  severity: AlertRuleInput['severity']
  reach: AlertRuleInput['reach']
  agentIds: string[]
  /** Machines of the rule: all, those with `tags`, or `agentIds`. */
  which: 'all' | 'tags' | 'chosen'
  tags: string
  match: 'any' | 'all'
  /** Tags of machines to exclude. */
  without: string
  /** Minutes until an alert that nobody acknowledges is sent again, then to administrators; empty for never. */
  againMinutes: string
  adminMinutes: string
  isOn: boolean
}

/** Initial value of `minutes` for rules of other kinds, in seconds. */
const DEFAULT_MINUTES_S = 600

const minutesOf = (seconds: number) => String(seconds / 60)
const kindOf = (condition: AlertCondition): KindKey => (condition.kind === 'status' ? condition.status : condition.kind)

export function draftOf(rule: AlertRuleInput): Draft {
  const { condition, selector, escalation } = rule
  const metricCondition = condition.kind === 'metric' ? condition : undefined
  const seconds =
    condition.kind === 'silent'
      ? condition.afterS
      : condition.kind === 'commandFailed'
        ? condition.withinS
        : DEFAULT_MINUTES_S
  const delayS = (tell: 'again' | 'administrators') => escalation.find((step) => step.tell === tell)?.afterS
  return {
    name: rule.name,
    kind: kindOf(condition),
    isOn: rule.isOn,
    severity: rule.severity,
    reach: rule.reach,
    metric: metricCondition?.metric ?? 'disk.used',
    is: metricCondition?.is ?? 'above',
    value: String(metricCondition?.value ?? 90),
    end: rule.clear.value === undefined ? '' : String(rule.clear.value),
    minutes: minutesOf(seconds),
    forMinutes: minutesOf(rule.forS),
    calmMinutes: minutesOf(rule.clear.forS),
    agentIds: selector.agentIds ?? [],
    which: selector.agentIds ? 'chosen' : selector.tags ? 'tags' : 'all',
    tags: (selector.tags ?? []).join(', '),
    match: selector.match ?? 'any',
    without: (selector.without ?? []).join(', '),
    againMinutes: minutesText(delayS('again')),
    adminMinutes: minutesText(delayS('administrators')),
  }
}
const minutesText = (seconds: number | undefined) => (seconds === undefined ? '' : minutesOf(seconds))

export const newDraft = (reach: AlertRuleInput['reach']): Draft => {
  const disk = ALERT_TEMPLATES.find(({ key }) => key === 'disk')?.rule ?? ALERT_TEMPLATES[0]?.rule
  if (!disk) throw new Error('There are no templates')
  return { ...draftOf({ ...disk, reach }), name: '' }
}

/** Applies a change. A name with the bound in it, like "Disk over 90 %", follows the bound until the user edits it. */
export function changeDraft(draft: Draft, change: Partial<Draft>, start: Draft): Draft {
  const isRenamed = change.name !== undefined || draft.name !== nameFor(start, draft.value)
  const next = { ...draft, ...change }
  return isRenamed ? next : { ...next, name: nameFor(start, next.value) }
}

/** Name with its bound replaced. */
function nameFor({ name, value }: Draft, bound: string): string {
  if (Number.isNaN(numberIn(bound))) return name
  return name
    .split(' ')
    .map((word) => (word === value ? bound.trim() : word))
    .join(' ')
}

const secondsIn = (text: string) => Math.round(Number(text.replace(',', '.')) * 60)
/** A decimal comma counts as a point; empty text is NaN. */
const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))

function conditionOf(draft: Draft): unknown {
  const { kind, metric, is } = draft
  if (kind === 'metric') return { kind, metric: metric.trim(), is, value: numberIn(draft.value) }
  if (kind === 'silent') return { kind, afterS: secondsIn(draft.minutes) }
  if (kind === 'commandFailed') return { kind, withinS: secondsIn(draft.minutes) }
  return kind === 'outdated' ? { kind } : { kind: 'status', status: kind }
}

/** Converts a draft to a rule, or to errors by field. */
export function ruleOf(draft: Draft): { rule: AlertRuleInput } | { errors: Partial<Record<RuleField, string>> } {
  const { which, agentIds, match } = draft
  const [tags, without] = [tagsIn(draft.tags), tagsIn(draft.without)]
  const steps = [
    { text: draft.againMinutes, tell: 'again' },
    { text: draft.adminMinutes, tell: 'administrators' },
  ] as const
  const escalation = steps
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, tell }) => ({ afterS: secondsIn(text), tell }))
    .sort((one, other) => one.afterS - other.afterS)
  const { success, data, error } = alertRuleInput.safeParse({
    name: draft.name,
    isOn: draft.isOn,
    reach: draft.reach,
    severity: draft.severity,
    condition: conditionOf(draft),
    selector: {
      ...(which === 'chosen' && { agentIds }),
      ...(which === 'tags' && { tags, ...(tags.length > 1 && { match }) }),
      ...(without.length > 0 && { without }),
    },
    forS: secondsIn(draft.forMinutes || '0'),
    clear: {
      ...(draft.kind === 'metric' && draft.end.trim() !== '' && { value: numberIn(draft.end) }),
      forS: secondsIn(draft.calmMinutes || '0'),
    },
    escalation,
  })
  if (success) return { rule: data }
  const errors: Partial<Record<RuleField, string>> = {}
  for (const { path, message } of error.issues) {
    const field = fieldOf(path, escalation)
    // Two steps at the same time are the only fault of the list itself.
    if (path.length === 1 && field === 'administrators')
      errors[field] ??= 'You are told again at this time: choose another'
    errors[field] ??= (field === 'condition' ? CONDITION_MESSAGES[draft.kind] : MESSAGES[field]) ?? message
  }
  return { errors }
}

const MINUTES = 'Give minutes, at most a day (1440)'
/** Overrides of the schema's messages, which speak of plain numbers instead of minutes. */
const MESSAGES: Partial<Record<RuleField, string>> = {
  forS: MINUTES,
  clear: 'Give a number',
  calm: MINUTES,
  again: MINUTES,
  administrators: MINUTES,
}
const CONDITION_MESSAGES: Partial<Record<KindKey, string>> = {
  silent: 'Give minutes, at least 2 and at most a week (10080)',
  commandFailed: MINUTES,
}

const FIELDS = ['name', 'selector', 'forS', 'clear'] as const
export type RuleField =
  | (typeof FIELDS)[number]
  | 'condition'
  | 'metric'
  | 'without'
  | 'calm'
  | 'again'
  | 'administrators'

/** Field whose value the schema refuses at this path. */
function fieldOf([first, second]: PropertyKey[], escalation: AlertRuleInput['escalation']): RuleField {
  if (first === 'escalation') return escalation[Number(second)]?.tell ?? 'administrators'
  if (second === 'metric' || second === 'without') return second
  if (first === 'clear' && second === 'forS') return 'calm'
  return FIELDS.find((field) => field === first) ?? 'condition'
}
