import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { id } from './scalars.ts'

/** Most agents that a selector names one by one; more share a tag. */
export const SELECTED_MAX = 200

/**
 * Which agents: those that are named, or those with tags, without those with others; all without anything. It is read
 * anew whenever it counts, so that who gets a tag tomorrow is meant tomorrow, and never reaches further than the eyes of
 * whoever wrote it.
 */
export const selector = z
  .strictObject({
    agentIds: z.array(id).min(1, 'Choose at least one agent').max(SELECTED_MAX).optional(),
    tags: z.array(agentTag).min(1, 'Choose at least one tag').max(20).optional(),
    /** Whether one of the tags is enough. */
    match: z.enum(['any', 'all']).optional(),
    without: z.array(agentTag).max(20).optional(),
  })
  .refine(({ agentIds, tags }) => !(agentIds && tags), 'Choose agents or tags, not both')
  .refine((chosen) => !isEmpty(chosen), 'A tag is asked for and left out at once: no machine is meant')
export type Selector = z.infer<typeof selector>

type Tags = { tags?: string[] | undefined; match?: 'any' | 'all' | undefined; without?: string[] | undefined }

/** Whether it leaves out all that it asks for. */
function isEmpty({ tags, match, without = [] }: Tags): boolean {
  if (!tags) return false
  return match === 'all' ? tags.some((tag) => without.includes(tag)) : tags.every((tag) => without.includes(tag))
}

type Selected = { agentId: string; tags: readonly string[] }

/** Whether a selector means an agent, of those whom its writer sees. */
export function selects({ agentIds, tags, match, without }: Selector, { agentId, tags: own }: Selected): boolean {
  if (agentIds && !agentIds.includes(agentId)) return false
  if (without?.some((tag) => own.includes(tag))) return false
  if (!tags) return true
  return match === 'all' ? tags.every((tag) => own.includes(tag)) : tags.some((tag) => own.includes(tag))
}
