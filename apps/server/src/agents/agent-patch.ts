import { agentName, agentTags } from '@atalaya/contract/agent-fields'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import { AppError } from '#server/domain/errors.ts'

/** Fields of an agent that people may change. */
export type Editable = {
  name: string | null
  tags: string[]
  /** Id of the agent in front of this one, such as a router. */
  behind: string | null
}

const patchedAgent = z.object({
  name: agentName.nullish().transform((name) => name ?? null),
  tags: agentTags.nullish().transform((tags) => tags ?? []),
  behind: id.nullish().transform((behind) => behind ?? null),
})

/** Valid paths; `-` is the place after the last tag. */
const patchPath = z.string().regex(/^\/(name|behind|tags(\/(-|0|[1-9]\d?))?)$/)
/** No nesting: repeated `copy` operations can't make the document grow exponentially. */
const value = z.union([z.string().max(1000), z.null(), z.array(z.string().max(1000)).max(100)])
const operation = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'replace', 'test']), path: patchPath, value }),
  z.object({ op: z.literal('remove'), path: patchPath }),
  z.object({ op: z.enum(['move', 'copy']), path: patchPath, from: patchPath }),
])
type Operation = z.infer<typeof operation>
type Value = z.infer<typeof value>

const OPERATIONS_MAX = 100
const operations = z.array(operation).max(OPERATIONS_MAX)

const ALLOWED =
  'Only name, tags and behind can be changed: send a merge patch such as {"name": "Kitchen", "tags": ["home"]}, or a JSON Patch array on /name, /tags and /behind'

/**
 * Applies a JSON merge patch (RFC 7396) or a JSON Patch (RFC 6902). Name, tags and `behind` of an agent may change.
 *
 * @throws AppError bad_request for anything else, with the allowed paths
 */
export function applyAgentPatch({ name, tags, behind }: Editable, patch: unknown): Editable {
  const agent = { name, tags, behind }
  const patched = Array.isArray(patch) ? applyOperations(agent, patch) : mergePatch(agent, patch)
  const parsed = patchedAgent.safeParse(patched)
  if (parsed.success) return parsed.data
  throw refusal(`${parsed.error.issues[0]?.message}. ${ALLOWED}`)
}

function mergePatch(agent: Editable, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null) throw refusal(ALLOWED)
  if (Object.keys(patch).some((key) => !Object.hasOwn(agent, key))) throw refusal(ALLOWED)
  return { ...agent, ...patch }
}

function applyOperations(agent: Editable, patch: unknown): Editable {
  const parsed = operations.safeParse(patch)
  if (!parsed.success) throw refusal(ALLOWED)
  return parsed.data.reduce(applyOperation, agent)
}

function applyOperation(agent: Editable, operation: Operation): Editable {
  switch (operation.op) {
    case 'add':
      return put(agent, operation.path, operation.value)
    case 'replace':
      return put(removeAt(agent, operation.path), operation.path, operation.value)
    case 'remove':
      return removeAt(agent, operation.path)
    case 'copy':
      return put(agent, operation.path, read(agent, operation.from))
    case 'move':
      return put(removeAt(agent, operation.from), operation.path, read(agent, operation.from))
    case 'test':
      if (JSON.stringify(read(agent, operation.path)) === JSON.stringify(operation.value)) return agent
      throw refusal(`The test of ${operation.path} failed; nothing was changed`)
  }
}

/** Field of a path outside of the tags. */
const fieldOf = (path: string) => (path === '/name' ? 'name' : 'behind')

/** Index of a tag among the tags; null for the name, all tags, or `behind`. */
function indexOf({ tags }: Editable, path: string): number | null {
  const step = path.split('/')[2]
  if (step === undefined) return null
  return step === '-' ? tags.length : Number(step)
}

/** @throws AppError bad_request if the path names a tag that does not exist */
function read(agent: Editable, path: string): Value {
  const index = indexOf(agent, path)
  if (index === null) return path === '/tags' ? agent.tags : agent[fieldOf(path)]
  const tag = agent.tags[index]
  if (tag === undefined) throw refusal(ALLOWED)
  return tag
}

function put(agent: Editable, path: string, next: Value): Editable {
  const index = indexOf(agent, path)
  if (path === '/tags') return { ...agent, tags: listOf(next) }
  if (Array.isArray(next)) throw refusal(ALLOWED)
  if (index === null) return { ...agent, [fieldOf(path)]: next }
  if (next === null || index > agent.tags.length) throw refusal(ALLOWED)
  return { ...agent, tags: agent.tags.toSpliced(index, 0, next) }
}

function removeAt(agent: Editable, path: string): Editable {
  // Throws if there is no such tag.
  read(agent, path)
  const index = indexOf(agent, path)
  if (index !== null) return { ...agent, tags: agent.tags.toSpliced(index, 1) }
  return path === '/tags' ? { ...agent, tags: [] } : { ...agent, [fieldOf(path)]: null }
}

function listOf(input: Value): string[] {
  if (input === null) return []
  if (Array.isArray(input)) return input
  throw refusal(ALLOWED)
}

const refusal = (message: string) => new AppError('bad_request', message, { code: 'agents.bad_patch' })
