import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { POSSIBLE } from './metric-bounds.ts'
import { METRIC_NAME, type MetricUnit, metricNamed } from './metrics.ts'
import { route } from './route.ts'
import { id, idParams, instant, nothing } from './scalars.ts'
import { selector } from './selector.ts'
import { severity } from './severity.ts'

/** Agents that a rule covers: its author's, or all. Only administrators may write a rule for all, and they share it. */
export const alertReach = z.enum(['own', 'fleet'])
export type AlertReach = z.infer<typeof alertReach>

const DAY_S = 86_400
export const RULES_MAX = 100

/** Condition on one agent. A number is judged by its averages over a minute, never by one sample. */
export const alertCondition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('metric'),
    metric: z.string().regex(METRIC_NAME, 'This is no name of a number'),
    is: z.enum(['above', 'below']),
    /** In the metric's own unit; in per cent of its capacity if it has one. */
    value: z.number('Give a number'),
  }),
  z.strictObject({ kind: z.literal('status'), status: z.enum(['offline', 'degraded', 'quarantined']) }),
  /** The agent is connected but sends no numbers. */
  z.strictObject({
    kind: z.literal('silent'),
    afterS: z
      .int()
      .min(120)
      .max(7 * DAY_S),
  }),
  /** A command failed within this time. */
  z.strictObject({ kind: z.literal('commandFailed'), withinS: z.int().min(60).max(DAY_S) }),
  /** A newer version of the agent is on offer. */
  z.strictObject({ kind: z.literal('outdated') }),
])
export type AlertCondition = z.infer<typeof alertCondition>
type MetricCondition = Extract<AlertCondition, { kind: 'metric' }>

/** Condition of an alert's end: the number is back within its own bound, and has been for `forS` seconds. */
const alertClear = z.strictObject({
  /** Only for numbers; the condition's bound if absent. */
  value: z.number().optional(),
  forS: z.int().min(0).max(DAY_S),
})

/** Next step while nobody acknowledges. */
const escalationStep = z.strictObject({
  afterS: z.int().min(60).max(DAY_S),
  tell: z.enum(['again', 'administrators']),
})
const ESCALATION_MAX = 5

/** The unit in which the bound of a metric is written. */
export function boundUnitOf(metric: string): MetricUnit | undefined {
  const known = metricNamed(metric)
  return known?.capacity === undefined ? known?.unit : 'percent'
}

/** Fault of a condition and its end in a sentence; undefined if the rule can both fire and end. */
export function faultOfCondition(condition: AlertCondition, clear: { value?: number | undefined }): string | undefined {
  if (condition.kind !== 'metric') {
    return clear.value === undefined ? undefined : 'Only a rule about a number has a bound at which it ends'
  }
  return faultOfBound(condition) ?? faultOfEnd(condition, clear.value ?? condition.value)
}

/** Possible values of a metric; undefined for one that an agent made up itself. */
function possibleRange(metric: string) {
  const unit = boundUnitOf(metric)
  return unit && POSSIBLE[unit === 'percent' || unit === 'celsius' ? unit : 'any']
}

function faultOfBound({ metric, is, value }: MetricCondition): string | undefined {
  const range = possibleRange(metric)
  if (!range) return undefined
  const { min, max, sign } = range
  if (is === 'above' && value >= max) return `More than ${max}${sign} is never reached: choose a lower bound`
  if (is === 'below' && value <= min) return `Less than ${min}${sign} is never reached: choose a higher bound`
  return undefined
}

function faultOfEnd({ metric, is, value }: MetricCondition, end: number): string | undefined {
  if (is === 'above' && end > value) return 'It must end at its bound or below it, or it ends and begins at once'
  if (is === 'below' && end < value) return 'It must end at its bound or above it, or it ends and begins at once'
  const range = possibleRange(metric)
  if (!range) return undefined
  const { min, max, sign } = range
  if (is === 'above' && end < min) return `It would never end: the number is never less than ${min}${sign}`
  if (is === 'below' && end > max) return `It would never end: the number is never more than ${max}${sign}`
  return undefined
}

const ruleFields = {
  name: boundedText(80, 'The name of a rule can have at most 80 characters')
    .trim()
    .min(1, 'A rule needs a name')
    .max(80, 'The name of a rule can have at most 80 characters')
    .regex(/^\P{Cc}*$/u, "The name of a rule can't contain control characters"),
  isOn: z.boolean(),
  reach: alertReach,
  severity,
  selector,
  condition: alertCondition,
  /** Seconds that the condition must hold. */
  forS: z.int().min(0).max(DAY_S),
  clear: alertClear,
  escalation: z
    .array(escalationStep)
    .max(ESCALATION_MAX)
    .refine((steps) => steps.every(({ afterS }, n) => n === 0 || afterS > (steps[n - 1]?.afterS ?? 0)), {
      error: 'Each step comes later than the one before it',
    }),
}
/** A rule as its author writes it. */
export const alertRuleInput = z.strictObject(ruleFields).superRefine(({ condition, clear }, context) => {
  const message = faultOfCondition(condition, clear)
  if (message) context.addIssue({ code: 'custom', path: ['condition'], message })
})
export type AlertRuleInput = z.infer<typeof alertRuleInput>

export const alertRule = z.object({
  _id: id,
  ...ruleFields,
  /** Name of its author at the time. */
  author: z.string(),
  /** Number of its agents that fire now. */
  firing: z.int(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type AlertRule = z.infer<typeof alertRule>

/** Result of a rule over the numbers that are stored. */
export const alertPreview = z.object({
  /** Number of agents that it covers now. */
  agents: z.int(),
  /** Number of times that the rule would have fired since `from`; null if its numbers are not stored. */
  times: z.int().nullable(),
  /** Number of agents for which the rule would have fired. */
  onAgents: z.int(),
  from: instant,
  /** Not all agents were examined. */
  isPartial: z.literal(true).optional(),
})
export type AlertPreview = z.infer<typeof alertPreview>

export const alertRules = {
  list: route({
    method: 'GET',
    path: '/api/v1/alerts/rules',
    access: 'user',
    scope: 'alerts:read',
    summary: "The caller's rules, and those of the fleet for administrators",
    data: z.object({ rules: z.array(alertRule) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/alerts/rules',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'alerts:write',
    summary: 'Write a rule: which agents, what must be true for how long, when it is over',
    body: alertRuleInput,
    fails: [409],
    data: z.object({ rule: alertRule }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/alerts/rules/:id',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'alerts:write',
    summary: 'Replace a rule; what it fires for goes on and is judged by the new one',
    params: idParams,
    body: z.strictObject({ rule: alertRuleInput, version: z.int32() }),
    fails: [409],
    data: z.object({ rule: alertRule }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/alerts/rules/:id',
    access: 'user',
    scope: 'alerts:write',
    summary: 'Remove a rule; its incidents end and stay in the history',
    params: idParams,
    data: nothing,
  }),
  preview: route({
    method: 'POST',
    path: '/api/v1/alerts/rules/preview',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'alerts:read',
    summary: 'Number of alerts that a rule would have caused within the last week, by the stored numbers',
    body: alertRuleInput,
    data: z.object({ preview: alertPreview }),
  }),
}
