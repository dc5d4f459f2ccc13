import { z } from 'zod'
import { route } from './route.ts'
import { id, instant, json, nothing } from './scalars.ts'

const PLACEHOLDER = /\{[^{}]*\}/g

/** Origin of a request's address; null if a placeholder could change it. */
export function originOf(url: string): string | null {
  const filled = url.replace(PLACEHOLDER, '0')
  const plain = url.slice(0, url.search(/[{?#]|$/))
  if (!URL.canParse(filled) || !URL.canParse(plain)) return null
  const { origin, protocol, username, password } = new URL(filled)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const isFixed = new URL(plain).origin === origin && plain.startsWith(`${origin}/`)
  return isWeb && isFixed && username === '' && password === '' ? origin : null
}

const headerName = z
  .string()
  .regex(
    /^(accept|accept-language|authorization|x-[a-z0-9-]{1,60})$/,
    'must be accept, accept-language, authorization or x-…',
  )

export const requestName = z.string().regex(/^[a-z][A-Za-z0-9-]{0,39}$/, 'must be a short word')

/**
 * A request that the server makes for a module. Address and headers have placeholders: `{name}` is a parameter of the
 * call. `{config.name}` is a value of the widget's form, secrets included.
 */
export const moduleRequest = z
  .strictObject({
    method: z.enum(['GET', 'POST']).default('GET'),
    url: z
      .string()
      .max(1000)
      .refine(
        (url) => originOf(url) !== null,
        'must be a web address whose host is written out, like https://host/path',
      ),
    headers: z.record(headerName, z.string().max(500)).optional(),
    /** Time for which the server keeps an answer, for all widgets that ask the same. */
    keepSeconds: z.int().min(10).max(86_400).optional(),
  })
  .refine(({ method, keepSeconds }) => method === 'GET' || keepSeconds === undefined, {
    path: ['keepSeconds'],
    error: 'is for GET alone',
  })
export type ModuleRequest = z.infer<typeof moduleRequest>

/** Maximum value that a widget can store, in characters of JSON. */
export const STORAGE_MAX = 64 * 1024
/** Maximum answer handed to a module, in bytes. */
export const ANSWER_MAX = 1024 * 1024

const PARAMS_MAX = 100
const PARAM_NAME_MAX = 100
const PARAM_MAX = 2000

/** Fault of a request's parameters, or null. */
function faultOf(params: unknown): string | null {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return 'Parameters are names with values'
  const names = Object.keys(params)
  if (names.length > PARAMS_MAX) return `A request can have at most ${PARAMS_MAX} parameters`
  if (names.some((name) => name.length > PARAM_NAME_MAX)) return 'The name of a parameter is too long'
  const isScalar = (value: unknown) =>
    typeof value === 'string' ? value.length <= PARAM_MAX : typeof value === 'boolean' || Number.isFinite(value)
  const wrong = names.find((name) => !isScalar((params as Record<string, unknown>)[name]))
  return wrong === undefined ? null : `${wrong} must be a text of at most ${PARAM_MAX} characters, a number or a flag`
}

/** Parameters of a request: short scalars by name. Hand-written check, so that many wrong ones cost nothing. */
export const requestParams = z
  .custom<Record<string, string | number | boolean>>((params) => faultOf(params) === null, {
    error: ({ input }) => faultOf(input) ?? '',
  })
  .meta({
    type: 'object',
    maxProperties: PARAMS_MAX,
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  })
export type RequestParams = z.infer<typeof requestParams>

/** Status and body of the other server's answer; the body is parsed if it is JSON. */
export const requestAnswer = z.object({
  status: z.int(),
  body: json,
  /** Time at which the other server gave or confirmed a kept answer. */
  asOf: instant.optional(),
})
export type RequestAnswer = z.infer<typeof requestAnswer>

const widgetParams = z.object({ widgetId: id })
const storedValue = z.object({ value: json })
/** Changes with each stored value; null while there is none. */
const storageVersion = z.string().max(43).nullable()

/** Calls of a widget through its host; the widget must be the caller's own. */
export const moduleRequests = {
  send: route({
    method: 'POST',
    path: '/api/v1/modules/data',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'modules:use',
    allowsDisplay: 'widget',
    summary: "Make one of the requests that a widget's module declares",
    body: z.strictObject({ widgetId: id, name: requestName, params: requestParams.default({}) }),
    fails: [404, 429, 502],
    data: requestAnswer,
  }),
  readStorage: route({
    method: 'GET',
    path: '/api/v1/modules/storage/:widgetId',
    access: 'user',
    scope: 'modules:read',
    allowsDisplay: 'widget',
    summary: 'Stored value of a widget; null before the first time',
    params: widgetParams,
    data: storedValue.extend({ version: storageVersion }),
  }),
  writeStorage: route({
    method: 'POST',
    path: '/api/v1/modules/storage/:widgetId',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'modules:use',
    allowsDisplay: 'widget',
    summary:
      'Store one JSON value for a widget, at most 64 KiB; with `over`, only over the value of that version. A display stores where the owner lets it',
    params: widgetParams,
    // Most values that fit: a list of single digits.
    bodyValues: STORAGE_MAX / 2 + 2,
    body: storedValue
      .extend({ over: storageVersion.optional() })
      .refine(({ value }) => JSON.stringify(value).length <= STORAGE_MAX, 'A widget can store 64 KiB at most'),
    fails: [409],
    data: nothing,
  }),
}
