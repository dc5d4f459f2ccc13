import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { pagination, paging } from './agents.ts'
import { alertReach } from './alert-rules.ts'
import { boundedText } from './bounded-text.ts'
import { route } from './route.ts'
import { clockTime, id, idParams, instant, nothing } from './scalars.ts'
import { severity } from './severity.ts'

const party = z.object({ _id: id.nullable(), name: z.string() })

/** What fires together: a rule, and the agents for which it came true within the same half minute. */
export const alertIncident = z.object({
  _id: id,
  ruleId: id.nullable(),
  /** As the rule was called when it fired. */
  ruleName: z.string(),
  reach: alertReach,
  severity,
  /** What is wrong, in a sentence of its first agent, `Disk used is 93 %, above 90 %`, or of all: `They are offline`. */
  text: z.string(),
  /** Its first agent. */
  agent: party,
  /** For how many it fires, for how many it ever did, and how many of those live behind another one of them. */
  firing: z.int(),
  agents: z.int(),
  behind: z.int(),
  openedAt: instant,
  endedAt: instant.nullable(),
  endedBecause: z.enum(['recovered', 'rule changed', 'agents gone']).nullable(),
  acknowledged: z.object({ by: z.string(), at: instant }).nullable(),
  /** Nobody is told of it: a silence or maintenance covers all for which it fires. */
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

/** What a silence is about; `null` is everything that its writer hears of. */
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

/** Maintenance that comes again: on these days (0 is Sunday) from then for so long. */
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
    /** For so long from now; without it and `times`: until it is back, then it ends by itself. */
    forS: z
      .int()
      .min(60)
      .max(30 * 24 * HOUR_S)
      .optional(),
    /** Maintenance: at these times nothing is judged. */
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
  /** What the target is called. */
  targetName: z.string(),
  reach: alertReach,
  /** null: until it is back, or at the times of maintenance until somebody ends it. */
  until: instant.nullable(),
  times: maintenanceTimes.nullable(),
  reason: z.string(),
  by: z.string(),
  /** Made by itself, for the time of a reboot or update that was ordered here. */
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
    takesDisplay: 'alerts',
    summary: 'Incidents that the caller may see: those that fire, worst first, or those that ended, newest first',
    query: paging.extend({
      state: z.enum(['firing', 'ended']).default('firing'),
      agentId: id.optional(),
      ruleId: id.optional(),
      /** Only those that nobody has taken note of. */
      unnoticed: z.literal('true').optional(),
    }),
    data: z.object({ incidents: z.array(alertIncident), pagination }),
  }),
  counts: route({
    method: 'GET',
    path: '/api/v1/alerts/counts',
    access: 'user',
    scope: 'alerts:read',
    takesDisplay: 'alerts',
    summary:
      'How many incidents fire, how many of them nobody has taken note of, how many rules there are, and how many are on',
    data: z.object({
      firing: z.int(),
      unnoticed: z.int(),
      worst: severity.nullable(),
      rules: z.int(),
      watching: z.int(),
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
    summary: 'Take note of an incident: nobody is told of it again',
    params: idParams,
    data: z.object({ incident: alertIncident }),
  }),
  silences: route({
    method: 'GET',
    path: '/api/v1/alerts/silences',
    access: 'user',
    scope: 'alerts:read',
    summary: 'What is kept quiet now, and maintenance',
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
