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
  /** Place in the queue of turns: the user is the `group`, the source the `member`. */
  queueKey: Share
  /** Aborts the poll or connection after errors that no caller awaits. */
  abort: (error: unknown) => void
  warn: (message: string) => void
}

/** Network access of one source, through `outbound`, which refuses internal addresses. */
export function createSourceNet({ outbound, signal, turns, queueKey, abort, warn }: Needs): Net {
  const inTurn = (read: () => void) => turns.take(queueKey, read)
  const ownerKey = queueKey.group

  /** Awaits a request. Its errors have one text, so that users can't probe the network of Atalaya's own server. */
  async function awaitAnswer<T>(answer: Promise<T>, serviceName = 'The other server'): Promise<T> {
    try {
      return await answer
    } catch (error) {
      signal.throwIfAborted()
      warn(`${(error as Error).message}: ${((error as Error).cause as Error | undefined)?.message}`)
      throw new SourceError(`${serviceName} could not be asked`, { cause: error })
    }
  }

  async function request(url: string, { service, ...options }: NetRequest = {}): Promise<NetAnswer> {
    const slot = turns.slotFor(queueKey)
    const limits = {
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
      signal,
      ownerKey,
      waitForLongBodySlot: slot.enter,
    }
    try {
      const { status, headers, body } = await awaitAnswer(outbound.request(url, { ...limits, ...options }), service)
      // The turn is for the caller, who parses the answer.
      await turns.waitForTurn(queueKey)
      return {
        status,
        headers,
        body,
        retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
        json: (maxValues) => parse(body, maxValues),
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
        abort,
        inTurn,
      )
    },
    secure: (socket, encryption) =>
      awaitAnswer(
        encrypt(socket, encryption, {
          abort,
          inTurn,
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        }),
      ),
    resolve: (host, port) => awaitAnswer(outbound.resolve(host, port, { ownerKey })),
    services: outbound.services,
  }
}

function parse(body: Buffer, maxValues = JSON_BOUNDS.values): unknown {
  try {
    return parseJson(body.toString('utf8'), { ...JSON_BOUNDS, values: maxValues })
  } catch (error) {
    throw new SourceError('The other server’s answer could not be read', { cause: error })
  }
}
