import { closeCode } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import type { AgentSession, Connection } from '#server/connections/agent-session.ts'
import { createRegistry } from '#server/connections/registry.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createAgentSignals } from '#server/events/agent-signals.ts'
import { createLocalBus } from '#server/events/bus.ts'
import { createEvictions } from '#server/gateway/evictions.ts'
import type { ConnectionRights } from '#server/gateway/gateway.repo.ts'

/** More connections than two statements check. */
const MANY = 1100

const rights: ConnectionRights = { epoch: 2, tokenHash: 'hash', isQuarantined: false, isOwnerActive: true }
/** Current states of agents in the database, and the codes with which their connections end. */
const rows: [state: string, current: ConnectionRights | undefined, code: number | null][] = [
  ['is unchanged', rights, null],
  ['is older, as a newer hello is being handled here', { ...rights, epoch: 1 }, null],
  ['was removed', undefined, closeCode.revoked],
  ['has a new token', { ...rights, tokenHash: 'other' }, closeCode.revoked],
  ['has a deactivated owner', { ...rights, isOwnerActive: false }, closeCode.pending],
  ['is in quarantine', { ...rights, epoch: 3, isQuarantined: true }, closeCode.pending],
  ['is connected elsewhere', { ...rights, epoch: 3 }, closeCode.superseded],
]

/** Connections of `count` agents, and a bus that lost messages; `closed` has the codes of ended connections. */
function connectAgents(count: number, stateOf: (agentId: string) => ConnectionRights | undefined) {
  const faults = createFaults((error) => expect.unreachable(String(error)))
  const local = createLocalBus(faults)
  let recheck = async (): Promise<void> => expect.unreachable('nobody listens')
  let isListening = true
  const bus = {
    ...local,
    onGap: (handler: () => unknown) => {
      recheck = async () => void (await handler())
      return () => {
        isListening = false
      }
    },
  }
  const registry = createRegistry(bus)
  const closed: [string, number][] = []
  for (let n = 0; n < count; n++) {
    const agentId = `box ${n}`
    const connection = { send: () => {}, close: (code: number) => void closed.push([agentId, code]) }
    const session = {
      agentId,
      ownerId: 'ada',
      tokenHash: 'hash',
      epoch: 2,
      connection: connection as Partial<Connection>,
    }
    registry.add(session as AgentSession)
  }
  const batchSizes: number[] = []
  const repo = {
    connectionRightsOf: async (ids: string[]) => {
      batchSizes.push(ids.length)
      return new Map(ids.flatMap((id) => [[id, stateOf(id)] as const].filter(([, row]) => row !== undefined))) as Map<
        string,
        ConnectionRights
      >
    },
  }
  const signals = createAgentSignals(bus)
  const evictions = createEvictions({ repo, registry, signals, bus, announce: async () => {}, onError: () => {} })
  return { batchSizes, closed, evictions, recheck: () => recheck(), signals, isListening: () => isListening }
}

test.each(rows)('after lost messages a connection whose agent %s ends with its code', async (_state, current, code) => {
  const { closed, recheck } = connectAgents(1, () => current)
  await recheck()
  expect(closed).toEqual(code === null ? [] : [['box 0', code]])
})

test('after lost messages all connections are checked, at most 500 at a time', async () => {
  const last = `box ${MANY - 1}`
  const { batchSizes, closed, recheck } = connectAgents(MANY, (id) => (id === last ? undefined : rights))
  await recheck()
  expect(batchSizes).toEqual([500, 500, 100])
  expect(closed).toEqual([[last, closeCode.revoked]])
})

test('the connections of an account that is out end in parts', async () => {
  const { closed, signals } = connectAgents(MANY, () => rights)
  const endedBy: number[] = []
  signals.disconnectOwner({ ownerId: 'ada', isGone: false })
  while (closed.length < MANY) {
    await new Promise((resolve) => setImmediate(resolve))
    endedBy.push(closed.length)
  }
  const ofTurns = endedBy.map((count, n) => count - (endedBy[n - 1] ?? 0))
  expect(Math.max(...ofTurns)).toBeLessThanOrEqual(200)
})

test('a closed gateway ends no connections by messages', async () => {
  const { closed, evictions, signals, isListening } = connectAgents(1, () => rights)
  evictions.close()
  signals.disconnect('box 0')
  signals.disconnectOwner({ ownerId: 'ada', isGone: true })
  await new Promise((resolve) => setImmediate(resolve))
  expect([closed, isListening()]).toEqual([[], false])
})
