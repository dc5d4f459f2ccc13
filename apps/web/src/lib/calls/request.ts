import type { Args, Data, Route } from '@atalaya/contract/route'
import { ApiError, failureMessage } from '#web/lib/calls/api-error.ts'
import { takeEarlyRead } from '#web/lib/calls/early-reads.ts'
import { inContractShape } from '#web/lib/calls/foreign-answers.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { recordPosition } from '#web/lib/live/live-position.ts'

/** Origin of the server, set when the client is built; empty if the server also serves this client. */
const BASE = import.meta.env.VITE_API_URL?.replace(/\/+$/, '') ?? ''

/** Cookies that bind a session belong to the server, even if the page has another origin. */
const CREDENTIALS = BASE === '' ? 'same-origin' : 'include'

/** URL of a file on the server, from its path there. */
export const serverUrl = (path: string): string => BASE + path

/** Origin of the server as other machines call it. */
export const serverOrigin = (): string => BASE || window.location.origin

/** Statuses of a proxy whose server is away. The server's own failures are JSON. */
const AWAY = new Set([502, 503, 504])
/** Maximum wait for a sign of life; a slower server counts as away. */
const PING_TIMEOUT_MS = 2_500

type CallInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
/** Options of a call besides those in its contract. */
export type Extras = { signal?: AbortSignal | undefined; headers?: Record<string, string> | undefined }
type Options = Extras & { token?: string | undefined }

/** URL of a call, with parameters and query string filled in. */
export function callUrl(path: string, { params = {}, query = {} }: CallInput = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    // Several values repeat their name.
    for (const item of [value ?? []].flat()) search.append(key, String(item))
  }
  return BASE + filled + (search.size > 0 ? `?${search}` : '')
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false

async function parse(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!isJson(response)) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Data from `data` or the body's root; an empty answer and `success: false` are failures. */
function unwrap(response: Response, body: unknown): unknown {
  const hasFailed = typeof body === 'object' && body !== null && 'success' in body && body.success === false
  const isEmpty = body === undefined || body === null || body === ''
  if (!response.ok || hasFailed || isEmpty) {
    // 'OK' explains nothing: a failure with a good status gets the call's default message.
    throw new ApiError(response.status, failureMessage(body, response.ok ? '' : response.statusText), body)
  }
  return typeof body === 'object' && 'data' in body ? body.data : body
}

function bodyOf(input: CallInput): { body?: BodyInit; type?: string } {
  if (input.body === undefined) return {}
  if (input.body instanceof FormData) return { body: input.body }
  return { body: JSON.stringify(input.body), type: 'application/json' }
}

/** Sends a call as it is: no session, no retry. */
export async function send<R extends Route>(
  route: R,
  args: Args<R>,
  { token, signal, headers: extraHeaders }: Options = {},
): Promise<Data<R>> {
  const input = args as CallInput
  const { body, type } = bodyOf(input)
  const headers = new Headers({ ...extraHeaders, accept: 'application/json' })
  if (type) headers.set('content-type', type)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const request = { method: route.method, headers, body, signal, credentials: CREDENTIALS } as const
  const url = callUrl(route.path, input)
  const early = route.method === 'GET' ? takeEarlyRead(url, token) : undefined
  const response = await (early ?? fetch(url, request)).catch((error) => {
    if (signal?.aborted) throw error
    return null
  })
  const isThere = response !== null && (!AWAY.has(response.status) || isJson(response))
  recordAnswer(isThere)
  if (!isThere) throw new ApiError(0, 'The server cannot be reached')
  recordPosition(response.headers.get('x-live-position'))
  if (response.status === 204) return undefined as Data<R>
  return inContractShape(route.path, unwrap(response, await parse(response))) as Data<R>
}

let pinging: Promise<boolean> | undefined

async function checkHealth(): Promise<boolean> {
  const signal = AbortSignal.timeout(PING_TIMEOUT_MS)
  const response = await fetch(`${BASE}/healthz`, { cache: 'no-store', signal }).catch(() => null)
  // Another backend may not have this path; any answer counts.
  const isThere = response !== null && !AWAY.has(response.status)
  recordAnswer(isThere)
  return isThere
}

/** Asks the server for a sign of life; concurrent callers share one request. */
export function pingServer(): Promise<boolean> {
  pinging ??= checkHealth().finally(() => {
    pinging = undefined
  })
  return pinging
}
