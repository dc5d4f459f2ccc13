import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '#server/connections/agent-session.ts'
import { createRegistry, type Registry } from '#server/connections/registry.ts'
import { createFaults } from '#server/containment/faults.ts'
import { type Bus, createLocalBus } from '#server/events/bus.ts'

const peer = { agentId: 'box', ref: 1, ownerId: 'ada', tokenHash: 'hash', ip: '192.0.2.1' }

/** Connections of other agents that wait for their hello. */
const MANY = 1000

/** A registry with arriving connections of `box` and of `others` agents, and a bus that delivers at once. */
function createArriving(others: number) {
  const handlers: Parameters<Bus['subscribe']>[1][] = []
  const bus: Bus = {
    ...createLocalBus(createFaults((error) => expect.unreachable(String(error)))),
    publish: (_subject, message) => {
      for (const handler of handlers) handler(message, 0)
    },
    subscribe: (_subject, handler) => {
      handlers.push(handler)
      return () => {}
    },
  }
  const registry = createRegistry(bus)
  const connect = (agentId: string) => registry.expect({ ...peer, agentId }, {} as Partial<Connection> as Connection)
  connect(peer.agentId)
  for (let n = 0; n < others; n++) connect(`other ${n}`)
  return registry
}

/** Counts the steps of all iterations over maps that `work` takes. */
function countSteps(work: () => unknown): number {
  const iterator = Object.getPrototypeOf(new Map().values())
  const { next } = iterator
  onTestFinished(() => void Object.assign(iterator, { next }))
  let steps = 0
  Object.assign(iterator, {
    next(this: unknown) {
      steps += 1
      return next.call(this)
    },
  })
  work()
  Object.assign(iterator, { next })
  return steps
}

test.each<[string, (registry: Registry) => unknown]>([
  ['a quarantine of an agent', (registry) => registry.keepOut(peer.agentId, 2)],
  ['a search for the connections of an agent', (registry) => registry.ofAgent(peer.agentId)],
])('%s costs the same with a thousand arriving connections of others', (_what, work) => {
  const [few, many] = [createArriving(1), createArriving(MANY)].map((registry) => countSteps(() => work(registry)))
  expect(many).toBeGreaterThan(0)
  expect(many).toBe(few)
})
