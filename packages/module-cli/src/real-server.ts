import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { eventStream } from '@atalaya/contract/events'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { telemetry } from '@atalaya/contract/telemetry'

/** An Atalaya server, and a personal token for it. */
export type RealServer = { address: string; token: string }

/** Calls of a widget to its page. No others are forwarded, even if the token allows more. */
const FORWARDED: readonly { method: string; path: string }[] = [
  agents.list,
  agents.get,
  telemetry.range,
  dashboard.list,
  moduleRequests.send,
  moduleRequests.readStorage,
  moduleRequests.writeStorage,
  { method: 'GET', path: eventStream.path },
]

/** Maximum body of such a call on the server. */
const BODY_MAX = 1024 * 1024
const RETURNED_HEADERS = ['content-type', 'x-live-position', 'x-live-ends-in']

/** True for a call to the real server from our own page: no other site may use the token. */
export function isForServer({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?')
  const isForwarded = FORWARDED.some((call) => call.method === method && isPathOf(call.path, path))
  return headers['sec-fetch-site'] === 'same-origin' && isForwarded
}

/** True if a path fits that of a call, which has parameters: `/agents/:id`. */
function isPathOf(callPath: string, path: string): boolean {
  const [expected, parts] = [callPath.split('/'), path.split('/')]
  const fits = (name: string, at: number) =>
    name.startsWith(':') ? /^[\w-]+$/.test(parts[at] ?? '') : name === parts[at]
  return expected.length === parts.length && expected.every(fits)
}

/** Forwards a call to the server and streams its answer back. */
export async function forward(
  { address, token }: RealServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController()
  response.on('close', () => disconnected.abort())
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX) return void response.writeHead(413).end()
  const { method = 'GET', headers } = request
  const requestHeaders = { authorization: `Bearer ${token}`, accept: headers.accept ?? '*/*', ...typeOf(headers) }
  try {
    const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request))
    const target = new URL(request.url ?? '', address)
    const answer = await fetch(target, {
      method,
      headers: requestHeaders,
      body,
      redirect: 'error',
      signal: disconnected.signal,
    })
    response.statusCode = answer.status
    for (const name of RETURNED_HEADERS) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.flushHeaders()
    for await (const part of answer.body ?? []) response.write(part)
    response.end()
  } catch {
    // The page reads a 502 as a server that can't be reached.
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }
}

const typeOf = (headers: IncomingMessage['headers']): Record<string, string> =>
  headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }

/**
 * Checks that the server answers and accepts the token.
 * @throws Error with a message for people
 */
export async function checkServer({ address, token }: RealServer): Promise<void> {
  const target = URL.parse(dashboard.list.path, address)
  if (!target || !/^https?:$/.test(target.protocol)) throw new Error(`${address} is no web address`)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(target, { headers, redirect: 'error' }).catch(() => null)
  if (!answer) throw new Error(`${address} can't be reached`)
  await answer.body?.cancel()
  if (answer.status === 401) throw new Error(`${address} does not know this token, or it has expired`)
  if (answer.status === 403) throw new Error(`${address} does not let this token read pages: it lacks pages:read`)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
}
