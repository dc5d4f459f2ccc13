import { setTimeout } from 'node:timers/promises'
import { connect, headers, type Msg, type NatsConnection, RequestError } from '@nats-io/transport-node'
import { type Bus, createLocalBus, type Handler, NoResponderError } from './bus.ts'
import type { NatsAccess } from './nats-access.ts'

/** All our subjects stand under this word, so that a NATS server can be shared. */
const ROOT = 'atalaya'
const FAILED = 'atalaya-error'
const GAP = 'gap'
const RECONNECT_WAIT_MS = 250
const PING_INTERVAL_MS = 5000
const DRAIN_MS = 1000

/**
 * The bus of many instances, on core NATS: at most once and fast; what must not be lost is in the database. It waits
 * for the server at start and comes back by itself. While it is away, messages reach this instance only and requests
 * fail; afterwards every instance hears of the gap.
 */
export async function connectNatsBus(access: NatsAccess, report: (error: unknown) => void): Promise<Bus> {
  const connection = await connect({
    ...access,
    name: 'atalaya',
    // Answers to requests, too, so that an instance needs rights on this word alone.
    inboxPrefix: `${ROOT}.answers`,
    // Whoever changes the credentials at NATS first would end the bus for good.
    ignoreAuthErrorAbort: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: 2,
  })
  const state = { isConnected: true }
  const alone = createLocalBus(report)
  const bus: Pick<Bus, 'publish' | 'subscribe'> = {
    async publish(subject, message) {
      if (!state.isConnected) return alone.publish(subject, message)
      connection.publish(`${ROOT}.${subject}`, JSON.stringify(message ?? null))
    },
    subscribe(subject, handler) {
      const subscription = connection.subscribe(`${ROOT}.${subject}`, {
        callback: (error, message) => {
          if (error) report(error)
          else answer(handler, message).catch(report)
        },
      })
      const stopAlone = alone.subscribe(subject, handler)
      return () => {
        subscription.unsubscribe()
        stopAlone()
      }
    },
  }
  watch(connection, state, { onReturn: () => bus.publish(GAP, null), report }).catch(report)

  return {
    ...bus,
    isShared: true,
    onGap: (handler) => bus.subscribe(GAP, handler),
    async request(subject, message, timeoutMs) {
      const options = { timeout: timeoutMs }
      const asked = connection.request(`${ROOT}.${subject}`, JSON.stringify(message ?? null), options)
      const reply = await asked.catch((error: unknown) => {
        const isNobody = error instanceof RequestError && error.isNoResponders()
        if (isNobody) throw new NoResponderError(`Nobody listens on ${subject}`)
        throw new Error(`No answer on ${subject} within ${timeoutMs} ms`, { cause: error })
      })
      if (reply.headers?.has(FAILED)) throw new Error(reply.headers.get(FAILED))
      return reply.json()
    },
    isConnected: () => state.isConnected,
    async close() {
      // What was said last goes out, unless NATS can't be reached.
      const said = state.isConnected ? connection.drain() : Promise.resolve()
      await Promise.race([said, setTimeout(DRAIN_MS, null, { ref: false })]).catch(report)
      await connection.close()
    },
  }
}

/** Hands a message to its subscriber; a request gets the answer, or why there is none. */
async function answer(handler: Handler, message: Msg): Promise<void> {
  try {
    const result = await handler(message.json())
    if (message.reply) message.respond(JSON.stringify(result ?? null))
  } catch (error) {
    if (!message.reply) throw error
    const failure = headers()
    failure.set(FAILED, (error as Error).message)
    message.respond('', { headers: failure })
  }
}

type Watcher = { onReturn: () => Promise<void>; report: (error: unknown) => void }

async function watch(connection: NatsConnection, state: { isConnected: boolean }, { onReturn, report }: Watcher) {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') state.isConnected = false
    if (status.type === 'error') report(status.error)
    if (status.type === 'reconnect') {
      state.isConnected = true
      await onReturn()
    }
  }
}
