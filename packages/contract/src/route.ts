import type { z } from 'zod'
import type { Scope } from './scopes.ts'

/** Required caller: anybody, a signed-in user, an administrator, or an agent with its own token. */
export type Access = 'public' | 'user' | 'admin' | 'agent'

/**
 * Data that a call for displays reads.
 * - `own`: the display itself
 * - `pages`: pages of its playlist
 * - `widget`: a widget on them
 * - `agents`: agents that they show
 * - `alerts`: alerts, if a page shows them
 */
export type DisplayPart = 'own' | 'pages' | 'widget' | 'agents' | 'alerts'

/**
 * Scope that a credential needs for a call of people; null closes the call to all credentials. Calls about oneself are
 * closed. A call without a scope does not compile. Calls of the public and of agents have none.
 */
export type Admission =
  | {
      access: 'user' | 'admin'
      scope: Scope | null
      /**
       * Reads and changes no agents but those in the credential's selector, and nothing else. A credential with a
       * selector can make no other calls.
       */
      allowsSelector?: true
      /** Open to displays; answers only with data of this part. */
      allowsDisplay?: DisplayPart
    }
  | { access: 'public' | 'agent'; scope?: undefined; allowsSelector?: undefined; allowsDisplay?: undefined }

/**
 * Declares one call of the API; its shape is written nowhere else. The server mounts it; the web client and the agent
 * call it. The test server answers it, and the OpenAPI document is generated from it. `path` has Fastify's parameters
 * (`:name`), one for each key of `params`.
 */
export type Route = Admission & {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /**
   * Changes who gets in. A session that began with a QR code must first confirm the password (`POST /auth/confirm`).
   * Calls for administrators that change something are sensitive by themselves. `always`: every session must have been
   * opened or confirmed within the last minutes.
   */
  sensitive?: true | 'always'
  /** Open during a temporary password, too; only for calls that lead to a new password. */
  allowsTemporaryPassword?: true
  /** Open to administrators who still lack a mandatory second factor; only for calls that lead to one. */
  allowsMissingFactor?: true
  /** One line for the API page. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Headers that it reads, by their lower-case names. */
  headers?: z.ZodObject
  body?: z.ZodType
  /** Media types of its body, if not `application/json` alone. */
  bodyTypes?: readonly string[]
  /** Maximum bytes of its body, if more than a small form (`SMALL_BODY_MAX`). */
  bodyBytes?: number
  /** Maximum JSON values of its body, if more than other calls. */
  bodyValues?: number
  /** Schema of `data` in the success envelope. */
  data: z.ZodType
  /** Statuses of failures besides those that follow from access and input. */
  fails?: readonly FailureStatus[]
}

/** Statuses that `fails` may name; all others follow from access and input. */
export type FailureStatus = 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 502

/** Default maximum of a body in bytes: a form of some fields. */
export const SMALL_BODY_MAX = 16 * 1024

/** Declares a call, keeping its literal types. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

/** An endpoint whose answer is no JSON envelope: a table, a file, a stream. */
export type Resource = Admission & {
  path: `/${string}`
  /** One line for the API page. */
  summary: string
  query?: z.ZodObject
  headers?: z.ZodObject
  /** Media type of the answer, and a description of its content. */
  type: string
  answers: string
  /** Schema of each event of a stream. */
  event?: z.ZodType
  /** Never ends, so it has no HEAD. */
  isEndless?: true
  fails?: readonly FailureStatus[]
}

/** Declares a resource, keeping its literal types. */
export function resource<const R extends Resource>(definition: R): R {
  return definition
}

type RawPart<K extends string, S> = S extends z.ZodType ? { [P in K]: z.input<S> } : unknown
type ParsedPart<K extends string, S> = S extends z.ZodType ? { [P in K]: z.output<S> } : unknown

/** Arguments of a caller: `params`, `query` and `body`, each only if the route declares it. */
export type Args<R extends Route> = RawPart<'params', R['params']> &
  RawPart<'query', R['query']> &
  RawPart<'body', R['body']>

/** Input of a handler: the arguments after validation, with defaults filled in. */
export type Input<R extends Route> = ParsedPart<'params', R['params']> &
  ParsedPart<'query', R['query']> &
  ParsedPart<'headers', R['headers']> &
  ParsedPart<'body', R['body']>

/** Type of `data` in the answer. */
export type Data<R extends Route> = z.output<R['data']>
