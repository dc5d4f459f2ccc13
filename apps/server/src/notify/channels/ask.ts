import type { Outbound, OutboundRequest } from '#server/net/outbound.ts'
import type { SendResult } from './send.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 16 * 1024
/** Maximum characters of an answer that people see. */
const SHOWN_MAX = 500
/** Maximum of a requested delay before the retry, in seconds. */
const RETRY_MAX_S = 900
/**
 * Temporary client errors: the service asks for a later retry, or has trouble itself. A retry does not help against
 * others.
 */
const TEMPORARY = new Set([408, 425, 429])

export type RequestOptions = Pick<OutboundRequest, 'headers' | 'body'> & { method?: 'POST' | 'PUT' | 'GET' }

/** Makes a foreign text printable: in one line, without control characters. */
export const toPrintable = (text: string): string =>
  text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_MAX)

/** Sends a request by HTTP. Returns the outcome. A redirect of a POST or PUT is not followed: it counts as refused. */
export async function ask(
  outbound: Outbound,
  url: string,
  { method = 'POST', ...options }: RequestOptions,
): Promise<SendResult> {
  // A long or slow answer still means that the message was accepted, so it is not sent again.
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES, isBeginningEnough: true as const }
  const { status, body, headers } = await outbound.request(url, { method, ...options, ...limits })
  const text = toPrintable(`${status} ${body.toString('utf8')}`)
  if (status >= 200 && status < 300) return { isGood: true, text }
  const seconds = Number(headers['retry-after'])
  return {
    isGood: false,
    text,
    isRefused: status < 500 && !TEMPORARY.has(status),
    ...(seconds > 0 && { retryAfterMs: Math.ceil(Math.min(seconds, RETRY_MAX_S) * 1000) }),
  }
}
