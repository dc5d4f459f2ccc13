import { z } from 'zod'
import { route } from './route.ts'

/** Maximum of a count; one higher means that there are more. */
export const COUNTED_MAX = 1000

/** Counts of agents and commands in trouble, among those that the caller sees. */
const attentionCounts = z.object({
  agents: z.int(),
  offline: z.int(),
  degraded: z.int(),
  quarantined: z.int(),
  /** Registered, but never connected. */
  pending: z.int(),
  /** Agents with a critical metric. */
  critical: z.int(),
  /** Agents with an update on offer. */
  outdated: z.int(),
  /** Commands that failed within the last day. */
  failed: z.int(),
  /** Commands that wait for their agent. */
  waiting: z.int(),
})
export type AttentionCounts = z.infer<typeof attentionCounts>

export const attention = {
  read: route({
    method: 'GET',
    path: '/api/v1/attention',
    access: 'user',
    scope: 'agents:read',
    summary: 'Numbers of agents and commands that need attention',
    data: attentionCounts,
  }),
}
