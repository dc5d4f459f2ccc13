// Messages of the bus: another program or another version may write to NATS, too.

import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll } from 'vitest'
import { createRegistry } from '#server/connections/registry.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createAgentSignals } from '#server/events/agent-signals.ts'
import type { Bus } from '#server/events/bus.ts'
import { createLive, type Live } from '#server/events/live.ts'
import { readMessage } from '#server/events/nats-bus.ts'
import { openBus } from '#server/events/open-bus.ts'
import { createRevocations } from '#server/events/revocations.ts'
import { createRateLimits } from '#server/limits/rate-limits.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'

const MB = 1024 * 1024
const TIMEOUT_MS = 10_000
const SUBJECTS = ['live', 'sessions.revoked', 'agents.disconnect', 'agents.connected', 'limits.counted', 'gap']

const faults = createFaults(() => undefined)
let nats: NatsServer
let bus: Bus
let live: Live
let stranger: NatsConnection
beforeAll(async () => {
  nats = await startNats()
  bus = await openBus({ NATS_URL: nats.url }, faults, 'home')
  const revocations = createRevocations(bus)
  live = createLive(bus, revocations, faults)
  createRegistry(bus)
  createRateLimits(Date.now, bus)
  createAgentSignals(bus).onDisconnect(() => undefined)
  stranger = await connect({ servers: [nats.url] })
})
afterAll(async () => {
  await stranger?.close()
  live?.close()
  await bus?.close()
  await nats?.stop()
})

const resync = { event: { type: 'resync', data: {} }, audience: { everyone: true } }
const messages = [
  resync,
  { userId: 'ada', sessionId: 'one' },
  { agentId: 'one', epoch: 1, isKeptOut: true },
  { by: 'another', name: 'login 10.0.0.1', endsAt: 1 },
]

fuzzDoor('messages of the bus', {
  seeds: messages.map((message) => JSON.stringify(message)),
  maxBytes: MB,
  moreInputs: jsonWithFaults(...messages),
  // Measures the reading alone: `read` also sends each input to every subject, from this thread.
  work: (input) => faults.contain('bus_message', () => readMessage(input)),
  async read(input) {
    const bytes = input.subarray(0, stranger.info?.max_payload)
    for (const subject of SUBJECTS) stranger.publish(`atalaya.home.${subject}`, bytes)
    await stranger.flush()
    const received = Promise.withResolvers<string | null>()
    let stop = (): void => {}
    // An ended stream gets nothing more: one that the input ends opens again, as clients do.
    function open(): void {
      stop()
      const actor = { userId: 'ada', sessionId: 'two', role: 'user' } as never
      stop = live.listen({ actor, send: () => received.resolve(null), close: open }, null)
      live.emit({ type: 'resync', data: {} }, { everyone: true })
    }
    open()
    const timeout = setTimeout(() => received.resolve('no more messages arrive'), TIMEOUT_MS)
    return received.promise.finally(() => {
      clearTimeout(timeout)
      stop()
    })
  },
})
