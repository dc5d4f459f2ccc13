import { z } from 'zod'
import { agent, agentRecord } from './agents.ts'
import { command } from './commands.ts'
import { page } from './dashboard.ts'
import { preferences } from './preferences.ts'
import { id } from './scalars.ts'
import { sourceState } from './source-state.ts'
import { user } from './users.ts'

const event = <T extends string, D extends z.ZodType>(type: T, data: D) => z.object({ type: z.literal(type), data })

/** One numeric sample of an agent, as it arrives: metric name → value. */
export const sample = z.object({
  agentId: id,
  at: z.iso.datetime(),
  metrics: z.record(z.string(), z.number()),
})
export type Sample = z.infer<typeof sample>

/** Everything that `GET /api/v1/events` can send; a listener hears only of what they may read. */
export const liveEvent = z.discriminatedUnion('type', [
  event('user.updated', user),
  event('user.deleted', z.object({ _id: id })),
  event('agent.updated', agent),
  event('agent.deleted', z.object({ agentId: id })),
  event('agent.data', z.object({ samples: z.array(sample), records: z.array(agentRecord) })),
  event('command.updated', command),
  event('page.updated', page),
  event('page.deleted', z.object({ _id: id })),
  /** The keys that changed, with their new values. */
  event('preferences.updated', preferences),
  event('modules.changed', z.object({})),
  /** New data of a widget's source, or what keeps them away. */
  event('source.updated', sourceState),
  event('session.revoked', z.object({ sessionId: id.nullable() })),
  /** Sent after a gap: forget what you know and read again. */
  event('resync', z.object({})),
])
export type LiveEvent = z.infer<typeof liveEvent>
