import { setTimeout } from 'node:timers/promises'
import { parseJson } from '@atalaya/contract/bounded-json'
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Faults } from '#server/containment/faults.ts'
import { StartError } from '#server/domain/errors.ts'
import { type Bus, createLocalBus, MESSAGE_MAX_BYTES, serialize } from './bus.ts'
import type { NatsAccess } from './nats-access.ts'

/**
 * Prefix of all subjects of an installation. A NATS server can be shared, also by two installations: otherwise
 * administrators of one would see agents of the other.
 */
const rootOf = (installation: string) => `atalaya.${installation}`
const GAP = 'gap'
const AWAY = 'NATS does not answer; start it, or check NATS_URL'
const REFUSED = 'NATS refused this instance; check NATS_CREDENTIALS, or user and password in NATS_URL'
const RECONNECT_WAIT_MS = 250
const PING_INTERVAL_MS = 5000
const DRAIN_MS = 1000
/** Bounds of a message's JSON: deeper than events with agents' data; each value takes at least two bytes. */
const BOUNDS = { depth: 64, values: MESSAGE_MAX_BYTES / 2 }

/**
 * The bus of many instances, on core NATS: at most once and fast; durable facts are in the database.
 *
 * Waits for the NATS server at start, and reconnects by itself. While NATS is away, messages reach this instance only.
 * Afterwards every instance is notified of the gap.
 */
export async function connectNatsBus(access: NatsAccess, faults: Faults, installation: string): Promise<Bus> {
  const connection = await connectOrExplain(access)
  const state = { isConnected: true }
  const localBus = createLocalBus(faults)
  const root = rootOf(installation)
  // Limit of the present NATS server: after a reconnect another one may carry less.
  const maxBytes = () => Math.min(MESSAGE_MAX_BYTES, connection.info?.max_payload ?? MESSAGE_MAX_BYTES)
  const bus: Pick<Bus, 'publish' | 'subscribe'> = {
    publish(subject, message, instead) {
      if (!state.isConnected) return localBus.publish(subject, message, instead)
      faults.contain('bus', () => connection.publish(`${root}.${subject}`, serialize(message, instead, maxBytes())))
    },
    subscribe(subject, handler) {
      const handle = ({ data }: Msg) => handler(readMessage(data), data.byteLength)
      const subscription = connection.subscribe(`${root}.${subject}`, {
        callback: (error, message) => {
          if (error) faults.report('bus', error)
          else faults.contain('bus_message', () => handle(message))
        },
      })
      const stopLocal = localBus.subscribe(subject, handler)
      return () => {
        subscription.unsubscribe()
        stopLocal()
      }
    },
  }
  faults.inBackground(
    'bus',
    watch(connection, state, faults, () => bus.publish(GAP, null)),
  )

  return {
    ...bus,
    isShared: true,
    get maxBytes() {
      return maxBytes()
    },
    onGap: (handler) => bus.subscribe(GAP, onceAtATime(handler, faults)),
    isConnected: () => state.isConnected,
    async close() {
      // Sends the last messages, unless NATS can't be reached.
      const drained = state.isConnected ? connection.drain() : Promise.resolve()
      const timeout = setTimeout(DRAIN_MS, null, { ref: false })
      await Promise.race([drained, timeout]).catch((error) => faults.report('bus', error))
      await connection.close()
    },
  }
}

/**
 * Runs a handler once at a time. Any number of gaps during a run cause one more: each instance announces one when it
 * returns, and NATS may come and go faster than the database is read.
 */
function onceAtATime(handler: () => unknown, faults: Faults): () => Promise<void> {
  let isDue = false
  let isRunning = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) {
      isDue = false
      try {
        await handler()
      } catch (error) {
        faults.report('bus_message', error)
      }
    }
    isRunning = false
  }
}

async function connectOrExplain(access: NatsAccess): Promise<NatsConnection> {
  try {
    return await connect({
      ...access,
      name: 'atalaya',
      // NATS may get new credentials before this instance does. The client would otherwise give up for good.
      ignoreAuthErrorAbort: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
    })
  } catch (error) {
    const isRefused = (error as Error).name === 'AuthorizationError'
    throw new StartError(isRefused ? REFUSED : AWAY, { cause: error })
  }
}

/**
 * Parses a message: the NATS server may have other clients.
 *
 * @throws UnreadableJson
 */
export function readMessage(data: Uint8Array): unknown {
  if (data.byteLength > MESSAGE_MAX_BYTES) throw new Error(`A message of ${data.byteLength} bytes`)
  return parseJson(new TextDecoder().decode(data), BOUNDS)
}

async function watch(
  connection: NatsConnection,
  state: { isConnected: boolean },
  faults: Faults,
  onReturn: () => void,
): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') state.isConnected = false
    if (status.type === 'error') faults.report('bus', status.error)
    if (status.type === 'reconnect') {
      state.isConnected = true
      onReturn()
    }
  }
}
