import { closeCode } from '@atalaya/contract/agent-protocol'
import type { Log } from '#agent/log.ts'
import { createBackoff } from './backoff.ts'
import type { Disconnect, Transport } from './connection.ts'

const SUPERSEDED_PAUSE_MS = 60_000
/** Longest pause that a server can ask for. */
const ASKED_PAUSE_MAX_MS = 10 * 60_000
/** Codes of errors without any answer: the cause is the server or the network, not the transport. */
const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
/** The close code that stands for none. */
const NO_CODE = 1006

/** Delays before the next connection. */
export function createPauses(log: Log, random: () => number) {
  const backoff = createBackoff(random)
  let askedMs: number | null = null

  return {
    succeeded: backoff.succeeded,
    /** Notes the pause that the server asks for. */
    setNext(ms: number): void {
      askedMs = Math.min(Math.max(ms, 0), ASKED_PAUSE_MAX_MS)
    },
    pauseAfter(transport: Transport, { code, status, retryAfterMs }: Disconnect): number {
      const requestedMs = askedMs
      askedMs = null
      // Waits even if a server always says "at once".
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
  // The server itself answers these: not known, or come back later.
  if (status !== undefined) return status !== 401 && retryAfterMs === undefined
  return (code === undefined || code === NO_CODE) && !AWAY.has(cause)
}
