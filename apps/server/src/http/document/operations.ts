import type { Access, Admission } from '@atalaya/contract/route'
import { failuresOf } from './failures.ts'
import type { NamedResource, NamedRoute } from './names.ts'
import type { Described, JsonSchema } from './schemas.ts'

type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema; description?: string }

/** `agents` → `Agents`, `module-packages` → `Module packages`. */
export const tagOf = (slice: string) => {
  const words = slice.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fastify writes `:id`, OpenAPI `{id}`. */
export const documentedPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

function parametersOf(location: 'path' | 'query' | 'header', schema: JsonSchema | undefined): Parameter[] {
  const { properties = {}, required = [] } = schema ?? {}
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name: location === 'header' ? headerName(name) : name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: field,
  }))
}

/** Name of a header as people write it: `Idempotency-Key`. */
const headerName = (name: string) => name.replaceAll(/(^|-)(\w)/g, (letter) => letter.toUpperCase())

/** Documented schemes of a call: an access token, and a personal token if the call has a scope. */
function securityOf({ access, scope }: Admission): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'agent') return [{ agentToken: [] }]
  return [{ accessToken: [] }, ...(scope ? [{ personalToken: [scope] }] : [])]
}

const CALLERS: Record<Access, string> = {
  public: 'For everybody, without a token.',
  user: 'For signed-in users.',
  admin: 'For administrators.',
  agent: "For an agent, with the agent's own token.",
}

function accessText({ access, scope, allowsSelector }: Admission): string {
  const reach = allowsSelector ? '' : ', for all agents'
  const tokens = scope ? `Personal tokens need the scope \`${scope}\`${reach}.` : 'Not by personal tokens.'
  return access === 'user' || access === 'admin' ? `${CALLERS[access]} ${tokens}` : CALLERS[access]
}

function commonFields({ id, slice, value }: NamedRoute | NamedResource) {
  const { scope } = value
  return {
    operationId: id,
    summary: value.summary,
    description: accessText(value),
    tags: [tagOf(slice)],
    security: securityOf(value),
    ...(scope && { 'x-scope': scope }),
  }
}

/** A call, for `paths` of the OpenAPI document. */
export function operationOf(route: NamedRoute, described: Described): object {
  const { id, value } = route
  const body = described.of(id, 'body')
  const parameters = [
    ...parametersOf('path', described.of(id, 'params')),
    ...parametersOf('query', described.of(id, 'query')),
    ...parametersOf('header', described.of(id, 'headers')),
  ]
  return {
    ...commonFields(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(route, body) }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: described.of(id, 'answer') } } },
      ...failuresOf(value),
    },
  }
}

function requestBodyOf({ value }: NamedRoute, body: JsonSchema): object {
  const { default: _default, ...schema } = body
  const { bodyTypes = ['application/json'] } = value
  const isRequired = bodyTypes.includes('multipart/form-data') || !value.body?.safeParse(undefined).success
  return { required: isRequired, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])) }
}

/** A resource, for `paths` of the OpenAPI document. */
export function readingOf(resource: NamedResource, described: Described): object {
  const { id, value } = resource
  const parameters = [
    ...parametersOf('query', described.of(id, 'query')),
    ...parametersOf('header', described.of(id, 'headers')),
  ]
  const schema = described.of(id, 'answer') ?? { type: 'string' }
  return {
    ...commonFields(resource),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: { description: value.answers, content: { [value.type]: { schema } } },
      ...failuresOf({ ...value, method: 'GET' }),
    },
  }
}
