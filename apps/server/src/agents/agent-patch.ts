import { agentName, agentTags } from '@atalaya/contract/agents'
import { z } from 'zod'
import { AppError } from '#server/http/errors.ts'

/** What may be changed of an agent. */
export type Editable = { name: string | null; tags: string[] }

const result = z.strictObject({
  name: agentName.nullish().transform((name) => name ?? null),
  tags: agentTags.nullish().transform((tags) => tags ?? []),
})

const pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/)
const operation = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.json() }),
  z.object({ op: z.literal('remove'), path: pointer }),
  z.object({ op: z.enum(['move', 'copy']), path: pointer, from: pointer }),
])
type Operation = z.infer<typeof operation>

const OPERATIONS_MAX = 100
const operations = z.array(operation).max(OPERATIONS_MAX)
type Json = z.infer<ReturnType<typeof z.json>>

const ALLOWED =
  'Only name and tags can be changed: send a merge patch such as {"name": "Kitchen", "tags": ["home"]}, or a JSON Patch array on /name and /tags'

/**
 * Applies a JSON merge patch (RFC 7396) or a JSON Patch (RFC 6902) to an agent's name and tags.
 * @throws AppError bad_request that says what is allowed, for anything else.
 */
export function applyAgentPatch({ name, tags }: Editable, patch: unknown): Editable {
  const agent = { name, tags }
  const patched = Array.isArray(patch) ? applyOperations(agent, patch) : mergePatch(agent, patch)
  const parsed = result.safeParse(patched)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const isOurs = issue?.path[0] === 'name' || issue?.path[0] === 'tags'
  throw refused(isOurs ? `${issue.message}. ${ALLOWED}` : ALLOWED)
}

function mergePatch(agent: Editable, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null) throw refused(ALLOWED)
  return { ...agent, ...patch }
}

function applyOperations(agent: Editable, patch: unknown): unknown {
  const parsed = operations.safeParse(patch)
  if (!parsed.success) throw refused(ALLOWED)
  let document: Json = structuredClone(agent)
  for (const one of parsed.data) document = applyOperation(document, one)
  return document
}

function applyOperation(document: Json, one: Operation): Json {
  const path = steps(one.path)
  switch (one.op) {
    case 'add':
      return put(document, path, one.value, true)
    case 'replace':
      read(document, path)
      return put(document, path, one.value, false)
    case 'remove':
      return take(document, path)
    case 'copy':
      return put(document, path, structuredClone(read(document, steps(one.from))), true)
    case 'move': {
      const value = read(document, steps(one.from))
      return put(take(document, steps(one.from)), path, value, true)
    }
    case 'test':
      if (canonical(read(document, path)) === canonical(one.value)) return document
      throw refused(`The test of ${one.path} failed; nothing was changed`)
  }
}

const steps = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function read(document: Json, path: string[]): Json {
  let here = document
  for (const step of path) {
    const isInside = typeof here === 'object' && here !== null && Object.hasOwn(here, step)
    if (!isInside) throw refused(ALLOWED)
    here = (here as Record<string, Json>)[step] as Json
  }
  return here
}

/** The parent of a place and the last step to it; the whole document has none. */
function parentOf(document: Json, path: string[]): { parent: Record<string, Json> | Json[]; last: string } {
  const last = path.at(-1)
  const parent = read(document, path.slice(0, -1))
  if (last === undefined || last === '__proto__' || typeof parent !== 'object' || parent === null)
    throw refused(ALLOWED)
  return { parent, last }
}

function put(document: Json, path: string[], value: Json, inserts: boolean): Json {
  if (path.length === 0) return value
  const { parent, last } = parentOf(document, path)
  if (!Array.isArray(parent)) {
    parent[last] = value
    return document
  }
  const index = last === '-' ? parent.length : Number(last)
  if (!/^(0|[1-9]\d*|-)$/.test(last) || index > parent.length) throw refused(ALLOWED)
  parent.splice(index, inserts ? 0 : 1, value)
  return document
}

function take(document: Json, path: string[]): Json {
  read(document, path)
  const { parent, last } = parentOf(document, path)
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return document
}

/** JSON text with sorted keys, so that equal values have equal texts. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const refused = (message: string) => new AppError('bad_request', message, { code: 'agents.bad_patch' })
