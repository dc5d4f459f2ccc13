import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { agentsListed } from './agent-listing.ts'
import { boundedText } from './bounded-text.ts'
import { id, json } from './scalars.ts'

export const TARGETS_MAX = 1000
const HOUR_S = 3600

/**
 * A command to send. Without `agentId`, `agentIds`, `tag` and `listed` it goes to every agent that the caller may
 * command.
 */
export const newCommand = z
  .strictObject({
    command: boundedText(64, undefined, 'Command is required').trim().min(1, 'Command is required').max(64),
    agentId: id.optional(),
    agentIds: z.array(id).min(1, 'Choose at least one agent').max(TARGETS_MAX).optional(),
    /** Every agent with this tag that the caller may command. */
    tag: agentTag.optional(),
    /** Every agent that a list with these filters shows and the caller may command. */
    listed: z
      .strictObject(agentsListed.shape)
      .refine((filter) => Object.values(filter).some(Boolean), 'Say which agents the list shows')
      .optional(),
    args: z.record(z.string(), json, 'Args must be a JSON object').optional(),
    /** Seconds that it waits for an offline agent; if absent, the command's default. */
    lifeS: z
      .int()
      .min(1)
      .max(30 * 24 * HOUR_S)
      .optional(),
    /** Skips offline agents. */
    onlineOnly: z.boolean().optional(),
    /** Fails if the choice covers more agents than this. */
    maxTargets: z.int().min(1).optional(),
  })
  .refine((target) => !(target.agentId && target.agentIds), 'Give agentId or agentIds, not both')
  .refine((target) => !(target.tag && (target.agentId || target.agentIds)), 'Give a tag or agents, not both')
  .refine((target) => !(target.listed && (target.tag || target.agentId || target.agentIds)), 'Give a list alone')
export type NewCommand = z.infer<typeof newCommand>
