import type { Route } from '@atalaya/contract/route'
import { refTo } from './schemas.ts'

/** Every documented status of a failure: its name, its meaning, and an example of its code. */
const FAILURES = {
  400: ['BadRequest', 'The input is invalid; `errors` names the fields, if it is about fields', 'invalid_input'],
  401: ['Unauthorized', 'No token, or one that is unknown, expired or revoked', 'unauthorized'],
  403: [
    'Forbidden',
    'Not for this caller: `reauth_required` asks for `POST /auth/confirm`, `password_change_required` for `POST /auth/password`',
    'forbidden',
  ],
  404: ['NotFound', 'There is no such thing, or none that this caller may see', 'not_found'],
  409: ['Conflict', 'It contradicts what is there; `code` says what', 'conflict'],
  410: ['Gone', 'It was there and is over', 'gone'],
  413: ['TooLarge', 'The body is too large', 'too_large'],
  415: ['UnsupportedType', 'The body is of a type that this call does not take', 'unsupported'],
  429: ['TooMany', 'Too often; `Retry-After` says in how many seconds to come back', 'too_many'],
  502: ['BadGateway', 'Another server that this one asked did not answer as it should', 'bad_gateway'],
  503: [
    'Unavailable',
    'Not now: the database is unavailable, the disk is full or the server busy; `Retry-After` says when to come back',
    'unavailable',
  ],
} as const satisfies Record<number, [name: string, meaning: string, code: string]>
type Status = keyof typeof FAILURES

const OTHER = 'AnyFailure'
const RETRYABLE: number[] = [429, 503]

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer', minimum: 0 } },
}
const failureContent = { 'application/json': { schema: refTo('Failure') } }

/** Responses of failures, for `components.responses` of the OpenAPI document. Calls refer to them. */
export function failureResponses(): Record<string, object> {
  const named = Object.entries(FAILURES).map(([status, [name, description, code]]) => {
    const example = { success: false, error: description, message: description, code, requestId: 'c1f6…' }
    return [
      name,
      {
        description,
        ...(RETRYABLE.includes(Number(status)) && { headers: retryAfter }),
        content: { 'application/json': { ...failureContent['application/json'], example } },
      },
    ]
  })
  const other = { description: 'Any other failure, in the same envelope', content: failureContent }
  return { ...Object.fromEntries(named), [OTHER]: other }
}

type DocumentedCall = Pick<Route, 'access' | 'scope' | 'params' | 'query' | 'headers' | 'body' | 'fails'> & {
  method: string
}

/** Statuses with which a call can fail: by its access and input, and by its own `fails`. */
function statusesOf({ access, scope, method, params, query, headers, body, fails = [] }: DocumentedCall): Status[] {
  const statuses: [boolean, Status[]][] = [
    // Other methods than GET may come with a body, which may be no JSON.
    [Boolean(params || query || headers || body) || method !== 'GET', [400]],
    [access !== 'public', [401]],
    // A user may have to enter the password again, or change it, first. A token may lack the scope.
    [access === 'user' || access === 'admin', [403]],
    [Boolean(params), [404]],
    [Boolean(body), [413, 415]],
    // A call with a scope is open to programs, which have a limit of calls.
    [Boolean(scope), [429]],
    [true, [503, ...fails]],
  ]
  return [...new Set(statuses.flatMap(([isPossible, codes]) => (isPossible ? codes : [])))].sort((a, b) => a - b)
}

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** The failures of a call, by status, for its `responses`. */
export function failuresOf(call: DocumentedCall): Record<string, object> {
  const known = statusesOf(call).map((status) => [status, responseRef(FAILURES[status][0])])
  return { ...Object.fromEntries(known), default: responseRef(OTHER) }
}
