import { expect, test } from 'vitest'
import { createDelivery } from '#server/commands/delivery.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import { createFaults } from '#server/containment/faults.ts'

/** Delivery to connected agents. The nth claim waits for the nth of `answers`. */
function deliveryOver(answers: (() => Promise<unknown>)[]) {
  const claims: string[][] = []
  const tx = (async (work: (repos: object) => Promise<unknown>) => {
    const answer = answers[claims.length]
    const claim = async (recipients: { agentId: string }[]) => {
      claims.push(recipients.map(({ agentId }) => agentId))
      await answer?.()
      const readClaimed = () => []
      return readClaimed
    }
    return work({ commands: { claim } })
  }) as unknown as RunInTransaction<'commands'>
  const session = (agentId: string) => ({ agentId, isReady: true }) as AgentSession
  const reported: unknown[] = []
  const delivery = createDelivery({
    tx,
    registry: { get: session, all: () => [] },
    announce: async () => {},
    faults: createFaults((error) => reported.push(error)),
    now: () => 0,
  })
  return { delivery, claims, reported }
}

test('an agent woken during a failing claim is in the next claim', async () => {
  const claim = Promise.withResolvers<void>()
  const { delivery, claims, reported } = deliveryOver([() => claim.promise])
  delivery.wake(['first'])
  await expect.poll(() => claims).toEqual([['first']])
  delivery.wake(['second'])
  claim.reject(new Error('The database is unavailable'))
  await expect.poll(() => claims).toEqual([['first'], ['second']])
  expect(reported).toHaveLength(1)
})
