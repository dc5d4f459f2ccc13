import { z } from 'zod'
import { route } from './route.ts'

/** Nothing is counted further than to this; where there are more, the number is one higher. */
export const COUNTED_MAX = 1000

/** What somebody should look at, of the agents that they see. */
const attentionCounts = z.object({
  agents: z.int(),
  offline: z.int(),
  degraded: z.int(),
  quarantined: z.int(),
  /** Registered, and never connected. */
  pending: z.int(),
  /** A number of theirs is critical. */
  critical: z.int(),
  /** An update would replace them. */
  outdated: z.int(),
  /** Commands that went wrong within the last day. */
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
    summary: 'How many agents and commands somebody should look at',
    data: attentionCounts,
  }),
}
