import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { id } from './scalars.ts'

/** Maximum agents that a selector names by id; beyond that, use a tag. */
export const SELECTED_MAX = 200

/**
 * Selects agents by id, or by tags and without other tags; all of them if empty. Evaluated at each use, so an agent
 * that gets the tag tomorrow is included tomorrow. Never covers an agent that its author can't see.
 */
export const selector = z
  .strictObject({
    agentIds: z.array(id).min(1, 'Choose at least one agent').max(SELECTED_MAX).optional(),
    tags: z.array(agentTag).min(1, 'Choose at least one tag').max(20).optional(),
    /** `any`: one of the tags is enough. */
    match: z.enum(['any', 'all']).optional(),
    without: z.array(agentTag).max(20).optional(),
  })
  .refine(({ agentIds, tags }) => !(agentIds && tags), 'Choose agents or tags, not both')
  .refine((chosen) => !isEmpty(chosen), 'A tag is asked for and left out at once: no machine is meant')
export type Selector = z.infer<typeof selector>

type Tags = { tags?: string[] | undefined; match?: 'any' | 'all' | undefined; without?: string[] | undefined }

/** True if it excludes everything that it selects. */
function isEmpty({ tags, match, without = [] }: Tags): boolean {
  if (!tags) return false
  return match === 'all' ? tags.some((tag) => without.includes(tag)) : tags.every((tag) => without.includes(tag))
}

type Selected = { agentId: string; tags: readonly string[] }

/** True if a selector covers an agent; the caller checks that its author sees it. */
export function selects({ agentIds, tags, match, without }: Selector, { agentId, tags: agentTags }: Selected): boolean {
  if (agentIds && !agentIds.includes(agentId)) return false
  if (without?.some((tag) => agentTags.includes(tag))) return false
  if (!tags) return true
  return match === 'all' ? tags.every((tag) => agentTags.includes(tag)) : tags.some((tag) => agentTags.includes(tag))
}
