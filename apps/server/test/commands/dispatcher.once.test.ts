import { randomUUID } from 'node:crypto'
import type { CommandStatus } from '@atalaya/contract/commands'
import { expect, test } from 'vitest'
import type { Delivery } from '#server/commands/delivery.ts'
import { createDispatcher } from '#server/commands/dispatcher.ts'
import { createFaults } from '#server/containment/faults.ts'
import { type Bus, createLocalBus } from '#server/events/bus.ts'

const MANY = 1250
const agents: string[] = Array.from({ length: MANY }, () => randomUUID())

/** A dispatcher of a process to which all these agents are connected, and lists of the calls that it makes. */
function createTestDispatcher(statusOf: (n: number) => CommandStatus = () => 'queued') {
  const batchSizes: number[] = []
  const woken: string[] = []
  const cancelled: string[] = []
  const commandOf = (agentId: string) => ({ agentId, id: `of ${agentId}`, status: statusOf(agents.indexOf(agentId)) })
  const repo = {
    listWaiting: async (agentIds: string[]) => {
      batchSizes.push(agentIds.length)
      return agentIds.map(commandOf)
    },
  }
  const delivery: Delivery = {
    connectedAgents: () => agents,
    wake: (agentIds) => void woken.push(...agentIds),
    cancel: (agentId, execId) => void cancelled.push(`${execId} at ${agentId}`),
    recipients: () => [],
    deliver: async () => {},
    deliverInParts: async () => [],
    close: async () => {},
  }
  const local = createLocalBus(createFaults((error) => expect.unreachable(String(error))))
  const gapHandlers = new Set<() => unknown>()
  const bus: Bus = {
    ...local,
    onGap: (handler) => {
      gapHandlers.add(handler)
      return () => gapHandlers.delete(handler)
    },
  }
  const loseMessages = () => Promise.all([...gapHandlers].map((handler) => handler()))
  return { dispatcher: createDispatcher({ repo, delivery, bus }), loseMessages, batchSizes, woken, cancelled }
}

test('catching up wakes every waiting agent, five hundred at a time', async () => {
  const { dispatcher, batchSizes, woken } = createTestDispatcher()
  await dispatcher.catchUp()
  expect(batchSizes).toEqual([500, 500, 250])
  expect(woken).toEqual(agents)
})

test('agents with a queued command are woken, and agents with a cancelled one get its id', async () => {
  const { dispatcher, woken, cancelled } = createTestDispatcher((n) => (n % 2 === 0 ? 'queued' : 'cancelling'))
  await dispatcher.catchUp()
  expect(woken).toEqual(agents.filter((_, n) => n % 2 === 0))
  expect(cancelled).toEqual(agents.filter((_, n) => n % 2 === 1).map((agentId) => `of ${agentId} at ${agentId}`))
})

test('many agents are woken over the bus, each once', async () => {
  const { dispatcher, woken } = createTestDispatcher()
  dispatcher.nudge(agents)
  await expect.poll(() => woken.length).toBe(MANY)
  expect(woken).toEqual(agents)
})

test('lost messages make a dispatcher catch up, unless it is closed', async () => {
  const { dispatcher, loseMessages, woken } = createTestDispatcher()
  await loseMessages()
  expect(woken).toEqual(agents)
  await dispatcher.close()
  await loseMessages()
  expect(woken).toEqual(agents)
})

test('a closed dispatcher neither wakes agents nor cancels their commands', async () => {
  const { dispatcher, woken, cancelled } = createTestDispatcher()
  const [other, execId] = [randomUUID(), randomUUID()]
  dispatcher.cancel(other, execId)
  await new Promise((resolve) => setImmediate(resolve))
  expect([woken, cancelled]).toEqual([[other], [`${execId} at ${other}`]])
  await dispatcher.close()
  dispatcher.nudge(agents)
  dispatcher.cancel(other, execId)
  await new Promise((resolve) => setImmediate(resolve))
  expect([woken, cancelled]).toEqual([[other], [`${execId} at ${other}`]])
})
