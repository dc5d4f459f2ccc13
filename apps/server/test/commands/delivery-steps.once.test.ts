import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ClaimedCommand } from '#server/commands/commands.repo.ts'
import { createDelivery } from '#server/commands/delivery.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import { createFaults } from '#server/containment/faults.ts'
import { countTurns } from '#test/support/turn-counter.ts'

/** Maximum of agents that one transaction claims commands for. */
const BATCH_SIZE = 100

/** Delivery with a queued command for each agent. Of the agents, `broken` throws, `unready` waits, `absent` is away. */
function createTestDelivery({ duringClaim = async () => {}, onSent = () => {} } = {}) {
  const claims: string[][] = []
  const happened: string[] = []
  const commandOf = (agentId: string) =>
    ({
      id: randomUUID(),
      agent_id: agentId,
      attempt: 1,
      command: 'backup',
      args: '{}',
      not_after: 0,
      timeout_s: 1,
    }) as ClaimedCommand
  const claim = async (recipients: { agentId: string }[]) => {
    claims.push(recipients.map(({ agentId }) => agentId))
    await duringClaim()
    return () => recipients.map(({ agentId }) => commandOf(agentId))
  }
  const send = (agentId: string) => () => {
    if (agentId === 'broken') throw new Error('The socket is broken')
    happened.push(`sent to ${agentId}`)
    onSent()
  }
  const session = (agentId: string) =>
    ({ agentId, isReady: agentId !== 'unready', connection: { send: send(agentId) } }) as unknown as AgentSession
  const delivery = createDelivery({
    tx: ((work: (repos: object) => unknown) =>
      work({ commands: { claim } })) as unknown as RunInTransaction<'commands'>,
    registry: { get: (id) => (id === 'absent' ? undefined : session(id)), all: () => [] },
    announce: async (ids) => void happened.push(`announced ${ids.length}`),
    faults: createFaults((error, where) => happened.push(`${where}: ${error}`)),
    now: () => 0,
  })
  return { ...delivery, claims, happened }
}

test('a command that cannot be sent delays no command of another agent', async () => {
  const { wake, close, happened } = createTestDelivery()
  wake(['broken', 'box'])
  await close()
  expect(happened).toEqual(['agent_socket: Error: The socket is broken', 'sent to box', 'announced 2'])
})

test('commands are claimed only for connected and ready agents, at most 100 agents at a time', async () => {
  const { wake, claims, happened } = createTestDelivery()
  const many = Array.from({ length: BATCH_SIZE + 1 }, (_, n) => `box ${n}`)
  wake(['absent', 'unready', ...many])
  await expect.poll(() => happened.filter((step) => step.startsWith('announced')).length).toBe(2)
  // `unready` belongs to the first 100 agents; `absent` does not, as it has no connection.
  expect(claims.map((ids) => ids.length)).toEqual([BATCH_SIZE - 1, 2])
  expect(claims.flat()).toEqual(many)
})

test('a turn of the event loop sends at most twenty commands, and all are sent in their order', async () => {
  const counted = countTurns()
  const turns = new Map<number, number>()
  const onSent = () => void turns.set(counted.turn, (turns.get(counted.turn) ?? 0) + 1)
  const { wake, close, happened } = createTestDelivery({ onSent })
  const agentIds = Array.from({ length: 90 }, (_, n) => `box ${n}`)
  wake(agentIds)
  await close()
  counted.stop()
  expect([...turns.values()]).toEqual([20, 20, 20, 20, 10])
  expect(happened).toEqual([...agentIds.map((id) => `sent to ${id}`), 'announced 90'])
})

test('a delivery that closes waits for the current claim, and claims nothing more', async () => {
  const claim = Promise.withResolvers<void>()
  const { wake, close, claims, happened } = createTestDelivery({ duringClaim: () => claim.promise })
  wake(['first'])
  wake(['second'])
  const closing = close().then(() => happened.push('closed'))
  claim.resolve()
  await closing
  expect(claims).toEqual([['first']])
  expect(happened).toEqual(['sent to first', 'announced 1', 'closed'])
})
