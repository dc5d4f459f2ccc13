import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { agentSync, syncClosed } from '@atalaya/contract/agent-sync'
import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import {
  type Address,
  below,
  causeOf,
  type Ending,
  GREETING_MS,
  readWithin,
  retryAfterOf,
  SERVER_BOUNDS,
} from './line.ts'

/** Bound of an answer: the server queues a megabyte of text for an agent, and JSON may escape it. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
const ANSWER_BOUNDS = { depth: SERVER_BOUNDS.depth + 3, values: 600_000 }

/** Frames that this version does not know must not spoil those that it does. */
const answer = z.object({
  data: z.object({
    session: z.string().max(64),
    frames: z.array(z.unknown()).max(1000),
    closed: syncClosed.nullable(),
  }),
})
export type Answered = z.infer<typeof answer>['data']
type Question = { session: string | undefined; received: number; frames: AgentFrame[]; waitS: number }

/** A request brought no answer that helps. */
export class Failed extends Error {
  readonly ending: Omit<Ending, 'wasWelcome'>
  constructor(ending: Omit<Ending, 'wasWelcome'>) {
    super(ending.cause)
    this.ending = ending
  }
}

/** Makes the requests of one conversation. */
export function createExchange({ server, token }: Address) {
  const url = below(server, agentSync.exchange.path)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const open = new Set<AbortController>()

  async function post(body: string, signal: AbortSignal): Promise<Answered> {
    // A redirect is refused: an address elsewhere is not our server.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    if (response.ok) {
      const text = (await readWithin(response, ANSWER_MAX_BYTES)).toString()
      return answer.parse(parseJson(text, ANSWER_BOUNDS)).data
    }
    await response.body?.cancel()
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'))
    throw new Failed({ status: response.status, retryAfterMs })
  }

  return {
    /** @throws Failed that says why there is no answer. */
    async ask(question: Question): Promise<Answered> {
      const request = new AbortController()
      const limit = setTimeout(() => request.abort(), question.waitS * 1000 + GREETING_MS)
      open.add(request)
      try {
        return await post(JSON.stringify(question), request.signal)
      } catch (error) {
        throw error instanceof Failed ? error : new Failed({ cause: causeOf(error) })
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
