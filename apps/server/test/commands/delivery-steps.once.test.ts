import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ClaimedCommand } from '#server/commands/commands.repo.ts'
import { createDelivery } from '#server/commands/delivery.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import { createFaults } from '#server/containment/faults.ts'

/** Agents that one transaction claims for. */
const PART = 500

/** A queued command of each agent that is claimed. Agents named `broken` can not be reached, others are `unready`. */
function delivery(claimed: () => Promise<void> = async () => {}) {
  const asked: string[][] = []
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
    asked.push(recipients.map(({ agentId }) => agentId))
    await claimed()
    return () => recipients.map(({ agentId }) => commandOf(agentId))
  }
  const send = (agentId: string) => () => {
    if (agentId === 'broken') throw new Error('The socket is broken')
    happened.push(`sent to ${agentId}`)
  }
  const session = (agentId: string) =>
    ({ agentId, isReady: agentId !== 'unready', connection: { send: send(agentId) } }) as unknown as AgentSession
  const made = createDelivery({
    tx: ((work: (repos: object) => unknown) =>
      work({ commands: { claim } })) as unknown as RunInTransaction<'commands'>,
    registry: { get: (id) => (id === 'absent' ? undefined : session(id)), all: () => [] },
    announce: async (ids) => void happened.push(`announced ${ids.length}`),
    faults: createFaults((error, where) => happened.push(`${where}: ${error}`)),
    now: () => 0,
  })
  return { ...made, asked, happened }
}

test('a command that can not be sent delays no command of another agent', async () => {
  const { wake, close, happened } = delivery()
  wake(['broken', 'box'])
  await close()
  expect(happened).toEqual(['agent_socket: Error: The socket is broken', 'sent to box', 'announced 2'])
})

test('commands are claimed for agents that are connected and ready, some hundreds at a time', async () => {
  const { wake, asked, happened } = delivery()
  const many = Array.from({ length: PART + 1 }, (_, n) => `box ${n}`)
  wake(['absent', 'unready', ...many])
  await expect.poll(() => happened.filter((step) => step.startsWith('announced')).length).toBe(2)
  expect(asked.map((ids) => ids.length)).toEqual([PART - 1, 2])
  expect(asked.flat()).toEqual(many)
})

test('a delivery that closes waits for the present claim, and claims nothing more', async () => {
  const claim = Promise.withResolvers<void>()
  const { wake, close, asked, happened } = delivery(() => claim.promise)
  wake(['first'])
  wake(['second'])
  const closing = close().then(() => happened.push('closed'))
  claim.resolve()
  await closing
  expect(asked).toEqual([['first']])
  expect(happened).toEqual(['sent to first', 'announced 1', 'closed'])
})
