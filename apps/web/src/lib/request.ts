import type { Args, Data, Route } from '@atalaya/contract/route'
import { ApiError, failureMessage } from '#web/lib/api-error.ts'
import { takeEarlyRead } from '#web/lib/early-reads.ts'
import { notePosition } from '#web/lib/live-position.ts'
import { inContractShape } from '#web/lib/other-reading.ts'
import { noteAnswer } from '#web/lib/reachable.ts'

/** Where the server is: empty where it serves this client itself, else its origin, set when the client is built. */
const BASE = import.meta.env.VITE_API_URL?.replace(/\/+$/, '') ?? ''

/** The cookies that bind a session to this browser are the server's, also where this page is not. */
const CREDENTIALS = BASE === '' ? 'same-origin' : 'include'

/** The address of a file on the server, from its path there. */
export const serverAddress = (path: string): string => BASE + path

/** The server as a machine elsewhere would call it. */
export const serverOrigin = (): string => BASE || window.location.origin

/** What a proxy answers in place of a server that is away. The server's own failures are JSON. */
const AWAY = new Set([502, 503, 504])
/** A server that takes longer than this for a sign of life is as good as away. */
const KNOCK_MS = 2_500

type Given = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
/** What goes with a call beside what its contract names. */
export type Extras = { signal?: AbortSignal | undefined; headers?: Record<string, string> | undefined }
type Options = Extras & { token?: string | undefined }

/** The address of a call, with its parameters and query filled in. */
export function address(path: string, { params = {}, query = {} }: Given = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    // What there are several of stands there several times.
    for (const one of [value ?? []].flat()) search.append(key, String(one))
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

/** Data is read from `data` or the body's root; an empty answer and `success: false` are failures. */
function unwrap(response: Response, body: unknown): unknown {
  const failed = typeof body === 'object' && body !== null && 'success' in body && body.success === false
  const empty = body === undefined || body === null || body === ''
  if (!response.ok || failed || empty) {
    // 'OK' explains nothing: a failure inside a good answer is left to the call's own default.
    throw new ApiError(response.status, failureMessage(body, response.ok ? '' : response.statusText), body)
  }
  return typeof body === 'object' && 'data' in body ? body.data : body
}

function bodyOf(given: Given): { body?: BodyInit; type?: string } {
  if (given.body === undefined) return {}
  if (given.body instanceof FormData) return { body: given.body }
  return { body: JSON.stringify(given.body), type: 'application/json' }
}

/** Sends one call as it is: no session, no second try. */
export async function send<R extends Route>(
  route: R,
  args: Args<R>,
  { token, signal, headers: more }: Options = {},
): Promise<Data<R>> {
  const given = args as Given
  const { body, type } = bodyOf(given)
  const headers = new Headers({ ...more, accept: 'application/json' })
  if (type) headers.set('content-type', type)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const request = { method: route.method, headers, body, signal, credentials: CREDENTIALS } as const
  const asked = address(route.path, given)
  const early = route.method === 'GET' ? takeEarlyRead(asked, token) : undefined
  const response = await (early ?? fetch(asked, request)).catch((error) => {
    if (signal?.aborted) throw error
    return null
  })
  const isThere = response !== null && (!AWAY.has(response.status) || isJson(response))
  noteAnswer(isThere)
  if (!isThere) throw new ApiError(0, 'The server cannot be reached')
  notePosition(response.headers.get('x-live-position'))
  if (response.status === 204) return undefined as Data<R>
  return inContractShape(route.path, unwrap(response, await parse(response))) as Data<R>
}

let knocking: Promise<boolean> | undefined

async function checkHealth(): Promise<boolean> {
  const signal = AbortSignal.timeout(KNOCK_MS)
  const response = await fetch(`${BASE}/healthz`, { cache: 'no-store', signal }).catch(() => null)
  // Another backend may not know this address: that is an answer too.
  const isThere = response !== null && !AWAY.has(response.status)
  noteAnswer(isThere)
  return isThere
}

/** Asks the server for a sign of life. */
export function knock(): Promise<boolean> {
  knocking ??= checkHealth().finally(() => {
    knocking = undefined
  })
  return knocking
}
