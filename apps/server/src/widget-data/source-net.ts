import { JSON_BOUNDS, parseJson } from '@atalaya/contract/bounded-json'
import type { Share } from '@atalaya/module-sdk/fair-queue'
import { type Net, type NetAnswer, type NetRequest, SourceError } from '@atalaya/module-sdk/server'
import { readRetryAfter } from '#server/net/back-off.ts'
import type { Outbound } from '#server/net/outbound.ts'
import { encrypt, guardSocket } from './guarded-socket.ts'
import type { Turns } from './turns.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 1024 * 1024
const FIRST_BAD_STATUS = 400

type Needs = {
  outbound: Pick<Outbound, 'request' | 'connect' | 'resolve' | 'services'>
  signal: AbortSignal
  turns: Turns
  /** Share of the turns that the source takes. */
  share: Share
  /** Ends the source after errors that no caller awaits. */
  end: (error: unknown) => void
  warn: (message: string) => void
}

/** Network access of one source, through the guard. */
export function createSourceNet({ outbound, signal, turns, share, end, warn }: Needs): Net {
  const inTurn = (read: () => void) => turns.take(share, read)
  const ownerKey = share.group

  /** Awaits a request. Its errors have one text for every reason, so that nobody learns about the server's network. */
  async function awaitAnswer<T>(answer: Promise<T>, service = 'The other server'): Promise<T> {
    try {
      return await answer
    } catch (error) {
      signal.throwIfAborted()
      warn(`${(error as Error).message}: ${((error as Error).cause as Error | undefined)?.message}`)
      throw new SourceError(`${service} could not be asked`, { cause: error })
    }
  }

  async function request(url: string, { service, ...options }: NetRequest = {}): Promise<NetAnswer> {
    const slot = turns.slotFor(share)
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES, signal, ownerKey, beforeLong: slot.enter }
    try {
      const { status, headers, body } = await awaitAnswer(outbound.request(url, { ...limits, ...options }), service)
      await turns.waitForTurn(share)
      return {
        status,
        headers,
        body,
        retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
        json: (values) => parse(body, values),
      }
    } finally {
      slot.leave()
    }
  }

  return {
    request,
    async json(url, options = {}) {
      const answer = await request(url, options)
      if (answer.status < FIRST_BAD_STATUS) return answer.json()
      const { status, retryAfterMs } = answer
      const { service = 'The other server' } = options
      throw new SourceError(`${service} answered with an error (${status})`, { retryAfterMs })
    },
    async connect(host, port) {
      return guardSocket(
        await awaitAnswer(outbound.connect(host, port, { timeoutMs: TIMEOUT_MS, signal, ownerKey })),
        end,
        inTurn,
      )
    },
    secure: (socket, encryption) =>
      awaitAnswer(
        encrypt(socket, encryption, {
          end,
          inTurn,
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        }),
      ),
    resolve: (host, port) => awaitAnswer(outbound.resolve(host, port, { ownerKey })),
    services: outbound.services,
  }
}

function parse(body: Buffer, values = JSON_BOUNDS.values): unknown {
  try {
    return parseJson(body.toString('utf8'), { ...JSON_BOUNDS, values })
  } catch (error) {
    throw new SourceError('The other server’s answer could not be read', { cause: error })
  }
}
