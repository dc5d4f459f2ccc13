import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { agentSync, syncClosed } from '@atalaya/contract/agent-sync'
import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import {
  type Address,
  causeOf,
  type Disconnect,
  HELLO_TIMEOUT_MS,
  readWithin,
  retryAfterOf,
  SERVER_BOUNDS,
  urlBelow,
} from './connection.ts'

/** Bound of an answer: the server queues a megabyte of text for an agent, and escapes in JSON make it longer. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
/** The frames of an answer are three levels deep in it. */
const ANSWER_BOUNDS = { depth: SERVER_BOUNDS.depth + 3, values: 600_000 }

/** Frames stay unchecked here, so that an unknown one does not reject the others. */
const answer = z.object({
  data: z.object({
    session: z.string().max(64),
    frames: z.array(z.unknown()).max(1000),
    closed: syncClosed.nullable(),
  }),
})
export type ExchangeAnswer = z.infer<typeof answer>['data']
type SyncRequest = { session: string | undefined; received: number; frames: AgentFrame[]; waitS: number }

/** A request without a usable answer. */
export class ExchangeError extends Error {
  readonly disconnect: Omit<Disconnect, 'wasWelcomed'>
  constructor(disconnect: Omit<Disconnect, 'wasWelcomed'>) {
    super(disconnect.cause)
    this.disconnect = disconnect
  }
}

/** Makes the requests of one connection. */
export function createExchange({ server, token }: Address) {
  const url = urlBelow(server, agentSync.exchange.path)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const open = new Set<AbortController>()

  async function post(body: string, signal: AbortSignal): Promise<ExchangeAnswer> {
    // A redirect is refused: an address elsewhere is not our server.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    if (response.ok) {
      const text = (await readWithin(response, ANSWER_MAX_BYTES)).toString()
      return answer.parse(parseJson(text, ANSWER_BOUNDS)).data
    }
    await response.body?.cancel()
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'))
    throw new ExchangeError({ status: response.status, retryAfterMs })
  }

  return {
    /** @throws ExchangeError with the cause. */
    async send(body: SyncRequest): Promise<ExchangeAnswer> {
      const request = new AbortController()
      const limit = setTimeout(() => request.abort(), body.waitS * 1000 + HELLO_TIMEOUT_MS)
      open.add(request)
      try {
        return await post(JSON.stringify(body), request.signal)
      } catch (error) {
        throw error instanceof ExchangeError ? error : new ExchangeError({ cause: causeOf(error) })
      } finally {
        clearTimeout(limit)
        open.delete(request)
      }
    },
    abort(): void {
      for (const request of open) request.abort()
    },
  }
}
