import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { pagination, paging } from './agents.ts'
import { alertReach } from './alert-rules.ts'
import { boundedText } from './bounded-text.ts'
import { route } from './route.ts'
import { clockTime, id, idParams, instant, nothing } from './scalars.ts'
import { severity } from './severity.ts'

const party = z.object({ _id: id.nullable(), name: z.string() })

/** Alerts that fire together: one rule, and the agents that met it within the same half minute. */
export const alertIncident = z.object({
  _id: id,
  ruleId: id.nullable(),
  /** Name of the rule when it fired. */
  ruleName: z.string(),
  reach: alertReach,
  severity,
  /** Fault of the first agent in a sentence: `Disk used is 93 %, above 90 %`. */
  text: z.string(),
  /** The first agent that fired. */
  agent: party,
  /** Number of agents that fire now. */
  firing: z.int(),
  /** Number of agents that fired at any time. */
  agents: z.int(),
  /** Number of these agents that are behind another one of the incident. */
  behind: z.int(),
  openedAt: instant,
  endedAt: instant.nullable(),
  endedBecause: z.enum(['recovered', 'rule changed', 'agents gone']).nullable(),
  acknowledged: z.object({ by: z.string(), at: instant }).nullable(),
  /** No message is sent: a silence or maintenance covers all agents that fire. */
  isSilenced: z.boolean(),
})
export type AlertIncident = z.infer<typeof alertIncident>

/** An agent in an incident. */
export const alertMember = z.object({
  agent: party,
  text: z.string(),
  isBehind: z.boolean(),
  firedAt: instant,
  clearedAt: instant.nullable(),
})
export type AlertMember = z.infer<typeof alertMember>

/** Target of a silence; null is everything that its author receives. */
export const silenceTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('incident'), id }),
  z.strictObject({ kind: z.literal('rule'), id }),
  z.strictObject({ kind: z.literal('agent'), id }),
  z.strictObject({ kind: z.literal('tag'), tag: agentTag }),
])
export type SilenceTarget = z.infer<typeof silenceTarget>

const reason = boundedText(200, 'A reason can have at most 200 characters')
  .trim()
  .max(200, 'A reason can have at most 200 characters')
  .regex(/^\P{Cc}*$/u, "A reason can't contain control characters")

/** Recurring maintenance: weekdays (0 is Sunday), time of day and duration. */
export const maintenanceTimes = z.strictObject({
  days: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one day').max(7),
  from: clockTime,
  forS: z.int().min(300).max(86_400),
  zone: z.string().min(1).max(64),
})
export type MaintenanceTimes = z.infer<typeof maintenanceTimes>

const HOUR_S = 3600
export const SILENCES_MAX = 200
export const newSilence = z
  .strictObject({
    target: silenceTarget,
    /** Seconds from now. Without it and `times` the silence ends when the target recovers. */
    forS: z
      .int()
      .min(60)
      .max(30 * 24 * HOUR_S)
      .optional(),
    /** Maintenance: rules are not judged at these times. */
    times: maintenanceTimes.optional(),
    reason: reason.default(''),
  })
  .refine(({ forS, times }) => !(forS && times), 'Give a time from now or times that come again, not both')
  .refine(({ target, times }) => !times || target.kind === 'agent' || target.kind === 'tag', {
    error: 'Maintenance is about machines: choose an agent or a tag',
  })

export const alertSilence = z.object({
  _id: id,
  target: silenceTarget,
  /** Name of the target. */
  targetName: z.string(),
  reach: alertReach,
  /** null: until the target recovers, or until somebody ends the maintenance. */
  until: instant.nullable(),
  times: maintenanceTimes.nullable(),
  reason: z.string(),
  by: z.string(),
  /** Made by the server for a reboot or update that was ordered here. */
  isAutomatic: z.boolean(),
  createdAt: instant,
})
export type AlertSilence = z.infer<typeof alertSilence>

export const alerts = {
  list: route({
    method: 'GET',
    path: '/api/v1/alerts',
    access: 'user',
    scope: 'alerts:read',
    allowsDisplay: 'alerts',
    summary: 'Incidents that the caller may see: those that fire, worst first, or those that ended, newest first',
    query: paging.extend({
      state: z.enum(['firing', 'ended']).default('firing'),
      agentId: id.optional(),
      ruleId: id.optional(),
      /** Only incidents that nobody has acknowledged. */
      unacknowledged: z.literal('true').optional(),
    }),
    data: z.object({ incidents: z.array(alertIncident), pagination }),
  }),
  counts: route({
    method: 'GET',
    path: '/api/v1/alerts/counts',
    access: 'user',
    scope: 'alerts:read',
    allowsDisplay: 'alerts',
    summary:
      'Numbers of firing incidents, unacknowledged ones, rules, rules that are on, and rules that could have fired',
    data: z.object({
      firing: z.int(),
      unacknowledged: z.int(),
      worst: severity.nullable(),
      rules: z.int(),
      watching: z.int(),
      /** Rules that have been on, unchanged, for the time after which they fire. */
      judged: z.int(),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/alerts/:id',
    access: 'user',
    scope: 'alerts:read',
    summary: 'An incident with its agents, at most 200, those that still fire first',
    params: idParams,
    data: z.object({ incident: alertIncident, members: z.array(alertMember) }),
  }),
  acknowledge: route({
    method: 'POST',
    path: '/api/v1/alerts/:id/acknowledge',
    access: 'user',
    scope: 'alerts:write',
    summary: 'Acknowledge an incident: no further message is sent about it',
    params: idParams,
    data: z.object({ incident: alertIncident }),
  }),
  silences: route({
    method: 'GET',
    path: '/api/v1/alerts/silences',
    access: 'user',
    scope: 'alerts:read',
    summary: 'Silences in force, and planned maintenance',
    data: z.object({ silences: z.array(alertSilence) }),
  }),
  silence: route({
    method: 'POST',
    path: '/api/v1/alerts/silences',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'alerts:write',
    summary: 'Keep an incident, a rule, a machine or a tag quiet, or plan maintenance',
    body: newSilence,
    fails: [404, 409],
    data: z.object({ silence: alertSilence }),
  }),
  endSilence: route({
    method: 'DELETE',
    path: '/api/v1/alerts/silences/:id',
    access: 'user',
    scope: 'alerts:write',
    summary: 'End a silence or maintenance',
    params: idParams,
    data: nothing,
  }),
}
