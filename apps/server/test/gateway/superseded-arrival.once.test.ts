import { expect, test } from 'vitest'
import type { AgentSession, Connection } from '#server/connections/agent-session.ts'
import { createRegistry, type Registry } from '#server/connections/registry.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createLocalBus } from '#server/events/bus.ts'

const faults = createFaults((error) => {
  throw error
})
const peer = { agentId: 'box', ref: 1, ownerId: 'ada', tokenHash: 'hash', ip: '192.0.2.1' }

/** A connection of the agent whose hello has been stored under this epoch. */
function sessionOf(epoch: number): AgentSession {
  const connection: Connection = { send: () => {}, close: () => {}, pause: () => {}, resume: () => {} }
  const run = { runId: `run-${epoch}`, bootId: null, version: '1.0.0', leaveReason: null, restartedRun: null }
  return { ...peer, ...run, epoch, connection, isReady: false, work: Promise.resolve(), waiting: 0, waitingBytes: 0 }
}

test.each<[string, (there: Registry) => void]>([
  ['connected to another instance', (there) => void there.add(sessionOf(2))],
  ['was kept out by another instance', (there) => there.keepOut(peer.agentId, 2)],
])('a connection is refused if its agent %s while the hello was stored', async (_what, supersede) => {
  const bus = createLocalBus(faults)
  const [here, there] = [createRegistry(bus), createRegistry(bus)]
  const session = sessionOf(1)
  here.expect(peer, session.connection)
  supersede(there)
  // The bus delivers before the next turn.
  await new Promise(setImmediate)
  expect(here.add(session)).toBe(false)
  expect(here.has(peer.agentId)).toBe(false)
})
