import type { Issue } from '@atalaya/contract/envelope'
import {
  type Access,
  type Admission,
  type Data,
  type Input,
  type Resource,
  type Route,
  SMALL_BODY_MAX,
} from '@atalaya/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { onBehalfOf } from '#server/db/long-reads.ts'
import type { Actor, AgentActor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { type ActorOf, type Authenticator, authorize } from './access.ts'
import { PiecedAnswer } from './pieced.ts'
import { serializerOf } from './schemas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator
  }
  interface FastifyContextConfig {
    route?: Route
    access?: Access
    isEndless?: boolean
    /** A file of the program, the same for everybody: it gets none of the headers for pages and answers. */
    isFile?: boolean
  }
}

/** Input of a handler besides the checked values. */
export type Context<R extends Route> = {
  actor: ActorOf<R['access']>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Mounts one call of the contract. Checks access, then params, query and body, and calls the handler. The success
 * envelope has only the fields that the contract names.
 */
export function mount<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (input: Input<R>, context: Context<R>) => Promise<Data<R> | PiecedAnswer<Data<R>>>,
): void {
  const { access, scope, allowsSelector, allowsDisplay, allowsTemporaryPassword, allowsMissingFactor } = route
  const sensitive = sensitivityOf(route)
  const needs = {
    access,
    scope,
    allowsSelector,
    allowsDisplay,
    sensitive,
    allowsTemporaryPassword,
    allowsMissingFactor,
  }
  const parse = parserOf(route)
  /** Requests whose body had not arrived completely when access was checked. */
  const halfSent = new WeakSet<FastifyRequest>()
  app.route({
    method: route.method,
    url: route.path,
    config: { route },
    // Fastify checks the limit before it reads the body.
    bodyLimit: route.bodyBytes ?? SMALL_BODY_MAX,
    onRequest: async (request) => {
      request.actor = await authorize(app.authenticator, needs, request)
      if (request.raw.complete === false) halfSent.add(request)
    },
    handler: async (request, reply) => {
      // Checks again, as a body may take half a minute to arrive, and the caller may have lost the right.
      if (halfSent.has(request)) request.actor = await authorize(app.authenticator, needs, request)
      const input = parse(request) as Input<R>
      const actor = request.actor as ActorOf<R['access']>
      const data = await onBehalf(actor, () => handler(input, { actor, request, reply }))
      reply.type('application/json; charset=utf-8')
      const write = (payload: Data<R>) => serializerOf(route)({ success: true, data: payload })
      return data instanceof PiecedAnswer ? data.send(write, request, reply) : write(data)
    },
  })
}

/** A resource that is not JSON in an envelope: one of the contract, or one of the server's own. Read-only. */
type ServedResource = Admission & Pick<Resource, 'path' | 'isEndless'>

type ResourceContext<A extends Access, Q extends z.ZodObject> = {
  actor: ActorOf<A>
  query: z.output<Q>
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves a resource behind the same access check as a call. A `query` schema checks its parameters. */
export function serve<A extends Access, Q extends z.ZodObject>(
  app: FastifyInstance,
  resource: ServedResource & { access: A; query?: Q },
  handler: (context: ResourceContext<A, Q>) => Promise<unknown>,
): void {
  const { path, access, scope, allowsSelector, allowsDisplay, isEndless = false } = resource
  const parse = parserOf({ query: resource.query })
  app.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: !isEndless,
    config: { access, isEndless },
    onRequest: async (request) => {
      request.actor = await authorize(app.authenticator, { access, scope, allowsSelector, allowsDisplay }, request)
    },
    handler: async (request, reply) => {
      const query = parse(request).query as z.output<Q>
      const actor = request.actor as ActorOf<A>
      return onBehalf(actor, () => handler({ actor, query, request, reply }))
    },
  })
}

/** Runs `work`. Its long reads take turns with those of other callers; callers without an account count as one. */
const onBehalf = <T>(actor: Actor | AgentActor | null, work: () => T): T =>
  onBehalfOf(actor === null ? '' : actor.kind === 'agent' ? actor.agentId : actor.userId, work)

const sensitivityOf = ({ sensitive, access, method }: Route) => sensitive ?? (access === 'admin' && method !== 'GET')

/** Bounds of the issues in an answer, in number and length: keys can be of any length. */
const ISSUES_MAX = 50
const ISSUE_MAX_CHARACTERS = 500

/** The parts of a request that are checked, by their schemas. */
type Schemas = Pick<Route, 'params' | 'query' | 'headers' | 'body'>

function parserOf({ params, query, headers, body }: Schemas): (request: FastifyRequest) => Record<string, unknown> {
  const schemas = Object.entries({ params, query, headers, body }).flatMap(([part, schema]) =>
    schema ? [[part as keyof Schemas, schema] as const] : [],
  )
  return (request) => {
    const input: Record<string, unknown> = {}
    const errors: Issue[] = []
    for (const [part, schema] of schemas) {
      const parsed = schema.safeParse(request[part] ?? undefined)
      if (parsed.success) input[part] = parsed.data
      else errors.push(...parsed.error.issues.slice(0, ISSUES_MAX).map(toIssue))
      if (part === 'params' || part === 'query') errors.push(...nulsIn(request[part]))
    }
    const [first] = errors
    if (first) {
      throw new AppError('bad_request', explain(first), { code: 'invalid_input', errors })
    }
    return input
  }
}

/** Issues for NUL characters in path or query parameters, which PostgreSQL takes in no text. Schemas check bodies. */
const nulsIn = (values: unknown): Issue[] =>
  Object.entries(values ?? {}).flatMap(([path, value]) =>
    String(value).includes('\0') ? [{ path, message: 'An address has no NUL character' }] : [],
  )

/** Our own messages name their field; zod's ("Invalid input: …") don't, so the path goes before them. */
function explain({ path, message }: Issue): string {
  return path !== '' && /^(Invalid|Unrecognized|Too) /.test(message) ? `${path}: ${message}` : message
}

function toIssue({ path, message }: z.core.$ZodIssue): Issue {
  return { path: path.join('.').slice(0, ISSUE_MAX_CHARACTERS), message: message.slice(0, ISSUE_MAX_CHARACTERS) }
}
