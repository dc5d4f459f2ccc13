import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'
import type { CommandsRepo } from './commands.repo.ts'
import type { Delivery } from './delivery.ts'

const SUBJECT = 'commands.nudge'
/** Agents in one message of the bus, and in one statement. */
const BATCH_SIZE = 500

/**
 * Message to all instances: those connected to these agents read the table. If it is lost, commands come later.
 * `cancel[n]` is the id of a command that `agentIds[n]` must stop.
 */
const nudgeMessage = z.object({
  agentIds: z.array(id).max(BATCH_SIZE),
  cancel: z.array(id).max(BATCH_SIZE).optional(),
})

type Needs = { repo: Pick<CommandsRepo, 'listWaiting'>; delivery: Delivery; bus: Bus }

/** Makes the instance to which an agent is connected deliver its commands. The bus only triggers it. */
export function createDispatcher({ repo, delivery, bus }: Needs) {
  /** Delivers commands that a lost message or a failed statement has left undelivered. */
  async function catchUp(): Promise<void> {
    const connected = delivery.connectedAgents()
    for (let start = 0; start < connected.length; start += BATCH_SIZE) {
      const waiting = await repo.listWaiting(connected.slice(start, start + BATCH_SIZE))
      for (const { agentId, id, status } of waiting) if (status === 'cancelling') delivery.cancel(agentId, id)
      delivery.wake(waiting.flatMap(({ agentId, status }) => (status === 'queued' ? [agentId] : [])))
    }
  }

  const stopCatchingUp = bus.onGap(catchUp)
  const unsubscribe = bus.subscribe(SUBJECT, (message) => {
    const { agentIds, cancel } = nudgeMessage.parse(message)
    if (cancel) for (const [n, execId] of cancel.entries()) delivery.cancel(agentIds[n] ?? '', execId)
    delivery.wake(agentIds)
  })

  return {
    catchUp,

    /** Makes the instances that are connected to these agents read the table. */
    nudge(agentIds: string[]): void {
      for (let start = 0; start < agentIds.length; start += BATCH_SIZE) {
        bus.publish(SUBJECT, { agentIds: agentIds.slice(start, start + BATCH_SIZE) })
      }
    },

    /** Makes an agent stop a command, through the instance that is connected to it. */
    cancel: (agentId: string, execId: string): void => bus.publish(SUBJECT, { agentIds: [agentId], cancel: [execId] }),

    async close(): Promise<void> {
      unsubscribe()
      stopCatchingUp()
      await delivery.close()
    },
  }
}
export type Dispatcher = ReturnType<typeof createDispatcher>
