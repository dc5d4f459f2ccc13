import { parentPort, workerData } from 'node:worker_threads'
import { GameDig } from 'gamedig'
import { toReading } from '../reading.ts'
import { guardGamedig, type RequestWeb } from './guard-gamedig.ts'
import { type FromThread, type Query, type ThreadData, type ToThread, webRequest } from './messages.ts'

const HEARTBEAT_EVERY_MS = 200
const MESSAGE_MAX = 500
const REQUESTS_MAX = 8

type WebAnswer = { status: number; body: Uint8Array }

const port = parentPort
if (!port) throw new Error('This is started as a thread')
const send = (message: FromThread) => port.postMessage(message)
const { heartbeats } = workerData as ThreadData
const pending = new Map<number, PromiseWithResolvers<WebAnswer>>()
let requests = 0

guardGamedig()
/** Instance for all queries: it keeps the socket over which it sends them. */
const gamedig = new GameDig()

/** HTTP requests of one query, which the main thread makes. */
function webOf(id: number): RequestWeb {
  let left = REQUESTS_MAX
  return async (input) => {
    if (left-- === 0) throw new Error('too many requests')
    const requestId = requests++
    const message = { kind: 'webRequest', id, request: requestId, webRequest: webRequest.parse(input) } as const
    const answer = Promise.withResolvers<WebAnswer>()
    pending.set(requestId, answer)
    send(message)
    return answer.promise.finally(() => pending.delete(requestId))
  }
}

async function runQuery(id: number, query: Query): Promise<void> {
  try {
    const reading = toReading(await gamedig.query({ ...query, web: webOf(id) }))
    send({ kind: 'read', id, reading })
  } catch (error) {
    send({ kind: 'failed', id, message: String((error as Error)?.message).slice(0, MESSAGE_MAX) })
  }
}

// A protocol may throw without a caller, as in a handler of a socket. Its query then ends by its timeout.
process.on('uncaughtException', () => undefined).on('unhandledRejection', () => undefined)

port.on('message', (message: ToThread) => {
  if (message.kind === 'query') runQuery(message.id, message.query).catch(() => undefined)
  else if (message.kind === 'webAnswer') pending.get(message.request)?.resolve(message)
  else pending.get(message.request)?.reject(new Error(message.message))
})
setInterval(() => Atomics.add(heartbeats, 0, 1), HEARTBEAT_EVERY_MS)
send({ kind: 'ready' })
