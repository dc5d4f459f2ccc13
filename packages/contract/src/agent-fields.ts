import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { json } from './scalars.ts'

/**
 * Status of an agent. `reconnecting` is the grace after a lost connection; only after it an agent is `offline`.
 * `quarantined`: two programs seem to use its token, so the agent is kept out until a person decides.
 */
export const agentStatus = z.enum([
  'online',
  'running',
  'degraded',
  'updating',
  'reconnecting',
  'offline',
  'pending',
  'quarantined',
])
export type AgentStatus = z.infer<typeof agentStatus>

export const agentName = boundedText(80, 'Name can have at most 80 characters')
  .trim()
  .min(1, 'Name must not be empty')
  .max(80, 'Name can have at most 80 characters')
  .regex(/^\P{Cc}*$/u, "Name can't contain control characters")
export const agentTag = boundedText(40, 'A tag can have at most 40 characters')
  .trim()
  .min(1, 'A tag must not be empty')
  .max(40, 'A tag can have at most 40 characters')
  .regex(/^\P{Cc}*$/u, "A tag can't contain control characters")
export const agentTags = z
  .array(agentTag)
  .max(20, 'An agent can have at most 20 tags')
  .transform((tags) => [...new Set(tags)])

/** Change of an agent: an object with new values (merge patch), or a list of operations (JSON Patch). */
export const agentPatch = json.meta({
  anyOf: [
    {
      type: 'object',
      properties: {
        name: { type: ['string', 'null'] },
        tags: { type: 'array', items: { type: 'string' } },
        behind: { type: ['string', 'null'] },
      },
    },
    {
      type: 'array',
      items: {
        type: 'object',
        properties: { op: { type: 'string' }, path: { type: 'string' }, from: { type: 'string' }, value: {} },
        required: ['op', 'path'],
      },
    },
  ],
})
