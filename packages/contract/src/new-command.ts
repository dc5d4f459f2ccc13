import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { agentsListed } from './agent-listing.ts'
import { boundedText } from './bounded-text.ts'
import { id, json } from './scalars.ts'

export const TARGETS_MAX = 1000
const HOUR_S = 3600

/** What a person sends. Without `agentId`, `agentIds`, `tag` and `listed`: every agent that they may command, never fewer rights than that. */
export const newCommand = z
  .strictObject({
    command: boundedText(64, undefined, 'Command is required').trim().min(1, 'Command is required').max(64),
    agentId: id.optional(),
    agentIds: z.array(id).min(1, 'Choose at least one agent').max(TARGETS_MAX).optional(),
    /** Every agent with this tag that the caller may command. */
    tag: agentTag.optional(),
    /** Every agent that a list with this query shows, and that the caller may command. */
    listed: z
      .strictObject(agentsListed.shape)
      .refine((given) => Object.values(given).some(Boolean), 'Say which agents the list shows')
      .optional(),
    args: z.record(z.string(), json, 'Args must be a JSON object').optional(),
    /** Seconds that it waits for an agent that is away; absent: the default of the command. */
    lifeS: z
      .int()
      .min(1)
      .max(30 * 24 * HOUR_S)
      .optional(),
    /** Skips agents that are away. */
    onlineOnly: z.boolean().optional(),
    /** Refuses when the choice reaches more agents than the caller expected. */
    maxTargets: z.int().min(1).optional(),
  })
  .refine((given) => !(given.agentId && given.agentIds), 'Give agentId or agentIds, not both')
  .refine((given) => !(given.tag && (given.agentId || given.agentIds)), 'Give a tag or agents, not both')
  .refine((given) => !(given.listed && (given.tag || given.agentId || given.agentIds)), 'Give a list alone')
export type NewCommand = z.infer<typeof newCommand>
