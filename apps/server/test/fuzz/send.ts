import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { failure } from '@atalaya/contract/envelope'
import type { Call } from './calls.ts'

/** Maximum time of a call. */
const TIMEOUT_MS = 20_000
/** Time after which a call that waits for news by design is abandoned. */
const LISTEN_MS = 100
const WAITING = new Set(['/api/agent/v1/sync', '/api/v1/events'])
const isWaiting = ({ route, path }: Call) => WAITING.has(route) || /[?&]waitS=/.test(path)
/** Routes other than the API: files, streams and operators' pages. */
const PLAIN =
  /^(\/agent\.mjs|\/healthz|\/readyz|\/metrics|\/api\/v1\/events|\/api\/v1\/audit\.csv|\/api\/openapi\.json)/
/** Codes of calls to a counterpart that does not answer; here none does. */
const AWAY = new Set(['modules.request_failed', 'modules.suggestions', 'integrations.away'])

/** Answer of a call; `left` if it was still waiting for news. */
export type Answer = { status: number; type: string; text: string } | { left: true } | { refused: string }

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const type = response.headers['content-type'] ?? ''
  return { status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() }
}

/** Sends one call, again if the server was just ending the connection. */
export async function send(address: URL, agent: Agent, call: Call): Promise<Answer> {
  try {
    return await sendOnce(address, agent, call)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return sendOnce(address, new Agent({ keepAlive: false }), call)
  }
}

class StaleConnection extends Error {}

/** Returns `refused` if Node's HTTP client rejects the request itself. */
async function sendOnce(address: URL, agent: Agent, call: Call): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { method, path, headers, body } = call
  const done = new AbortController()
  try {
    const length = body !== null && { 'content-length': String(Buffer.byteLength(body)) }
    const options = { host: address.hostname, port: address.port, method, path, agent, signal: done.signal }
    const sent = request({ ...options, headers: { ...headers, ...length } })
    sent.on('response', (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') && response.statusCode === 200
      if (isStream) resolve({ left: true })
      else read(response).then(resolve, reject)
    })
    sent.on('error', (error) => reject(sent.reusedSocket ? new StaleConnection('', { cause: error }) : error))
    sent.end(body ?? undefined)
  } catch (error) {
    return { refused: String(error) }
  }
  const timeoutMs = isWaiting(call) ? LISTEN_MS : TIMEOUT_MS
  const late = delay(timeoutMs, { left: true } as const, { signal: done.signal, ref: false })
  late.catch(() => {})
  return Promise.race([promise, late]).finally(() => {
    promise.catch(() => {})
    done.abort()
  })
}

/** Fault of an answer, or null. */
export function complaintAbout(call: Call, answer: Answer): string | null {
  if ('refused' in answer) return null
  if ('left' in answer) return isWaiting(call) ? null : `no answer within ${TIMEOUT_MS} ms`
  const { status, type, text } = answer
  const isBare = call.method === 'HEAD' || status === 204 || (status >= 300 && status < 400)
  const isPlain = status < 300 && (PLAIN.test(call.route) || call.route === 'none')
  if (isPlain || (isBare && status < 500)) return null
  const description = `status ${status}, ${type}: ${text.slice(0, 300)}`
  return type.startsWith('application/json') && isEnvelope(status, JSON.parse(text)) ? null : description
}

function isEnvelope(status: number, body: { success?: unknown }): boolean {
  if (status < 300) return body.success === true
  const { data } = failure.safeParse(body)
  return data !== undefined && (status < 500 || AWAY.has(data.code))
}
