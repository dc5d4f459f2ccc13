import { closeCode } from '@atalaya/contract/agent-protocol'
import type { Log } from '#agent/log.ts'
import { createBackoff } from './backoff.ts'
import type { Disconnect, Transport } from './connection.ts'

const SUPERSEDED_PAUSE_MS = 60_000
/** Longest pause that a server can ask for. */
const REQUESTED_PAUSE_MAX_MS = 10 * 60_000
/** Codes of errors without any answer: the cause is the server or the network, not the transport. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])
/** Close code of a WebSocket that got no close frame. */
const NO_CODE = 1006

/** Delays before the next connection. */
export function createPauses(log: Log, random: () => number) {
  const backoff = createBackoff(random)
  let nextMs: number | null = null

  return {
    succeeded: backoff.succeeded,
    /** Sets the next pause, as the server asked for it. */
    setNext(ms: number): void {
      nextMs = Math.min(Math.max(ms, 0), REQUESTED_PAUSE_MAX_MS)
    },
    pauseAfter(transport: Transport, { code, status, retryAfterMs }: Disconnect): number {
      const requestedMs = nextMs
      nextMs = null
      // The backoff holds even if the server always asks for 0 ms.
      if (requestedMs !== null) return Math.max(requestedMs, backoff.next())
      if (retryAfterMs !== undefined) return retryAfterMs + backoff.next()
      if (code === closeCode.superseded) return SUPERSEDED_PAUSE_MS + backoff.next()
      const wasRefused = status === 401 || (status === 403 && transport === 'requests') || code === closeCode.badToken
      if (wasRefused)
        log.say('The server refused the token. Make a new one on the page of the agent, and start with it.')
      return backoff.next(wasRefused)
    },
  }
}
export type Pauses = ReturnType<typeof createPauses>

/** True if a WebSocket ended as it does with a proxy in its way. */
export function isSuspicious({ wasWelcomed, status, retryAfterMs, code, cause = '' }: Disconnect): boolean {
  if (wasWelcomed) return false
  // A 401 or a Retry-After is from the server itself, so no proxy is in the way.
  if (status !== undefined) return status !== 401 && retryAfterMs === undefined
  return (code === undefined || code === NO_CODE) && !UNREACHABLE_CODES.has(cause)
}
