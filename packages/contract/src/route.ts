import type { z } from 'zod'
import type { Scope } from './scopes.ts'

/** Who may make a call: anybody, a signed-in user, an administrator, or an agent with its own token. */
export type Access = 'public' | 'user' | 'admin' | 'agent'

/**
 * What a call is about that a display may make: the display itself; the pages of its playlist; a widget on them; the
 * agents that they show; alerts, where a page shows them.
 */
export type DisplayPart = 'own' | 'pages' | 'widget' | 'agents' | 'alerts'

/**
 * Which scope a credential needs for what a person may do; null closes it to all of them, as everything about oneself
 * is. To say it is a duty: what says nothing does not compile. What no person does has none.
 */
export type Admission =
  | {
      access: 'user' | 'admin'
      scope: Scope | null
      /**
       * Answers and changes no agent but those that a credential's selector means, and nothing else. Whatever does not say
       * so is closed to a credential that has one.
       */
      takesSelector?: true
      /** Is open to displays, and answers them nothing but what belongs to this part of what they show. */
      takesDisplay?: DisplayPart
    }
  | { access: 'public' | 'agent'; scope?: undefined; takesSelector?: undefined; takesDisplay?: undefined }

/**
 * One call of the API: the only place where its shape is written. The server mounts it, the web client and the agent
 * call it, the test server answers it, and the OpenAPI document is generated from it.
 * `path` uses Fastify's `:name` parameters, one for each key of `params`.
 */
export type Route = Admission & {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /**
   * Changes who gets in: a session that was born from a QR code must have confirmed the password for it
   * (`POST /auth/confirm`). Every change that only an administrator may make counts as one without saying so. `always`
   * asks that of every session that was not opened, or confirmed, in the last minutes.
   */
  sensitive?: true | 'always'
  /** Is open to who signed in with a temporary password, too: all that this is for is to choose another one. */
  takesTemporaryPassword?: true
  /** Is open to administrators without a second factor where they must have one: all they may do is to set one up. */
  takesMissingFactor?: true
  /** One line for the API page. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Headers of its own, by their names in lower case. */
  headers?: z.ZodObject
  body?: z.ZodType
  /** As what its body can be sent, where that is not `application/json` alone. */
  bodyTypes?: readonly string[]
  /** How large its body may be, in bytes, where it carries more than a small form (`SMALL_BODY_MAX`). */
  bodyBytes?: number
  /** Most values that the JSON of its body can have, where it carries more than other calls. */
  bodyValues?: number
  /** What the success envelope carries in `data`. */
  data: z.ZodType
  /** Statuses that it fails with beside those that its access and its input already say. */
  fails?: readonly FailureStatus[]
}

/** What a call may say in `fails`: the rest follows from what it asks for. */
export type FailureStatus = 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 502

/** What a call takes that says nothing of its size, in bytes: a form of some fields. */
export const SMALL_BODY_MAX = 16 * 1024

/** Declares a call, keeping its literal types. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

/** Something to read that is not JSON in an envelope: a table, a file, a stream. */
export type Resource = Admission & {
  path: `/${string}`
  /** One line for the API page. */
  summary: string
  query?: z.ZodObject
  headers?: z.ZodObject
  /** The media type of the answer, and what is in it. */
  type: string
  answers: string
  /** Of a stream: what each event is. */
  event?: z.ZodType
  /** It never ends, so there is no HEAD of it. */
  isEndless?: true
  fails?: readonly FailureStatus[]
}

/** Declares something to read, keeping its literal types. */
export function resource<const R extends Resource>(definition: R): R {
  return definition
}

type Given<K extends string, S> = S extends z.ZodType ? { [P in K]: z.input<S> } : unknown
type Parsed<K extends string, S> = S extends z.ZodType ? { [P in K]: z.output<S> } : unknown

/** What a caller passes: `params`, `query` and `body`, each only where the route declares it. */
export type Args<R extends Route> = Given<'params', R['params']> & Given<'query', R['query']> & Given<'body', R['body']>

/** What a handler receives: the same after validation, with defaults filled in. */
export type Input<R extends Route> = Parsed<'params', R['params']> &
  Parsed<'query', R['query']> &
  Parsed<'headers', R['headers']> &
  Parsed<'body', R['body']>

/** What the call answers in `data`. */
export type Data<R extends Route> = z.output<R['data']>
