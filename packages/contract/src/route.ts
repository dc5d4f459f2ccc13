import type { z } from 'zod'

/** Who may make a call: anybody, a signed-in user, an administrator, or an agent with its own token. */
export type Access = 'public' | 'user' | 'admin' | 'agent'

/**
 * One call of the API: the only place where its shape is written. The server mounts it, the web client and the agent
 * call it, the test server answers it, and the OpenAPI document is generated from it.
 * `path` uses Fastify's `:name` parameters, one for each key of `params`.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  /**
   * Changes who gets in: a session that was born from a QR code must have confirmed the password for it
   * (`POST /auth/confirm`). Every change that only an administrator may make counts as one without saying so.
   */
  sensitive?: true
  /** Is open to who signed in with a temporary password, too: all that this is for is to choose another one. */
  takesTemporaryPassword?: true
  /** One line for the API page. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Most values that the JSON of its body can have, where it carries more than other calls. */
  bodyValues?: number
  /** What the success envelope carries in `data`. */
  data: z.ZodType
}

/** Declares a call, keeping its literal types. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

type Given<K extends string, S> = S extends z.ZodType ? { [P in K]: z.input<S> } : unknown
type Parsed<K extends string, S> = S extends z.ZodType ? { [P in K]: z.output<S> } : unknown

/** What a caller passes: `params`, `query` and `body`, each only where the route declares it. */
export type Args<R extends Route> = Given<'params', R['params']> & Given<'query', R['query']> & Given<'body', R['body']>

/** What a handler receives: the same after validation, with defaults filled in. */
export type Input<R extends Route> = Parsed<'params', R['params']> &
  Parsed<'query', R['query']> &
  Parsed<'body', R['body']>

/** What the call answers in `data`. */
export type Data<R extends Route> = z.output<R['data']>
