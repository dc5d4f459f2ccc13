import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { dashboard } from '@atalaya/contract/dashboard'

/** A server of Atalaya, and the personal token that speaks to it. */
export type RealServer = { address: string; token: string }

/** What a widget asks its page for; nothing else is handed on, whatever the token may do. */
const CALLS = {
  GET: /^\/api\/v1\/(agents(\/[\w-]+(\/telemetry)?)?|dashboard\/pages|events|modules\/storage\/[\w-]+)$/,
  POST: /^\/api\/v1\/modules\/data$/,
  PUT: /^\/api\/v1\/modules\/storage\/[\w-]+$/,
} as const

/** The longest that the server takes of such a call. */
const BODY_MAX = 1024 * 1024
const HANDED_BACK = ['content-type', 'x-live-position', 'x-live-ends-in']

/** Whether it is a call for the real server, by the page that this program serves: no other site may use the token. */
export function isForServer({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?')
  const calls = Object.entries(CALLS).find(([name]) => name === method)?.[1]
  return headers['sec-fetch-site'] === 'same-origin' && calls?.test(path) === true
}

/** Hands a call on to the server, and its answer back as it comes. */
export async function handOn(
  { address, token }: RealServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const away = new AbortController()
  response.on('close', () => away.abort())
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX) return void response.writeHead(413).end()
  const { method = 'GET', headers } = request
  const given = { authorization: `Bearer ${token}`, accept: headers.accept ?? '*/*', ...typeOf(headers) }
  try {
    const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request))
    const to = new URL(request.url ?? '', address)
    const answer = await fetch(to, { method, headers: given, body, redirect: 'error', signal: away.signal })
    response.statusCode = answer.status
    for (const name of HANDED_BACK) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.flushHeaders()
    for await (const part of answer.body ?? []) response.write(part)
    response.end()
  } catch {
    // The page reads a gateway's 502 as a server that can't be reached.
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }
}

const typeOf = (headers: IncomingMessage['headers']): Record<string, string> =>
  headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }

/** Makes sure that the server is there and takes the token. @throws what people are to read */
export async function checkServer({ address, token }: RealServer): Promise<void> {
  const to = URL.parse(dashboard.list.path, address)
  if (!to || !/^https?:$/.test(to.protocol)) throw new Error(`${address} is no web address`)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(to, { headers, redirect: 'error' }).catch(() => null)
  if (!answer) throw new Error(`${address} can't be reached`)
  await answer.body?.cancel()
  if (answer.status === 401) throw new Error(`${address} does not know this token, or it has expired`)
  if (answer.status === 403) throw new Error(`${address} does not let this token read pages: it lacks pages:read`)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
}
