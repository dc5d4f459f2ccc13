import type { ActivityKind, Command, CommandStatus, CommandStep } from '@atalaya/contract/commands'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { paginationOf } from '#server/domain/pagination.ts'
import type { BatchesRepo } from './batches.repo.ts'
import type { CommandViewsRepo } from './command-views.repo.ts'
import type { CommandsRepo } from './commands.repo.ts'

/** Time in ms for which a failed command counts as trouble. */
const TROUBLE_MS = 24 * 60 * 60_000

type Needs = {
  repo: CommandsRepo
  views: CommandViewsRepo
  batches: BatchesRepo
  agents: AgentsService
  now: () => number
}
type Paging = { page: number; pageSize: number }

/** Reads of commands and batches by people. */
export function createCommandsService({ repo, views, batches, agents, now }: Needs) {
  /** @throws AppError not_found for a command of an agent that the caller may not see. */
  async function find(actor: Actor, id: string): Promise<Command> {
    const found = await views.find(id)
    if (!found || !(actor.role === 'admin' || found.ownerId === actor.userId)) throw noCommand()
    if (!(await agents.isSelected(actor, found.command.agentId))) throw noCommand()
    return found.command
  }

  return {
    find,

    /** Filters commands: returns those that the caller may see. */
    async findMany(actor: Actor, ids: string[]): Promise<Command[]> {
      const visible: Command[] = []
      for (const { command, ownerId } of await views.findMany(ids)) {
        const maySee = actor.role === 'admin' || ownerId === actor.userId
        if (maySee && (await agents.isSelected(actor, command.agentId))) visible.push(command)
      }
      return visible
    },

    async listOfAgent(actor: Actor, agentId: string, { page, pageSize }: Paging) {
      await agents.getIdentity(actor, agentId)
      const { commands, total } = await views.listOfAgent(agentId, pageSize, (page - 1) * pageSize)
      return { commands, pagination: paginationOf(total, page, pageSize) }
    },

    async get(actor: Actor, id: string): Promise<{ command: Command; steps: CommandStep[] }> {
      return { command: await find(actor, id), steps: await repo.listSteps(id) }
    },

    async activity(actor: Actor, { page, pageSize, show }: Paging & { show: ActivityKind }) {
      const activity = { show, userId: actor.userId, ownerId: ownerOf(actor), since: now() - TROUBLE_MS }
      const { batches: found, total } = await batches.list(activity, pageSize, (page - 1) * pageSize)
      return { batches: found, pagination: paginationOf(total, page, pageSize) }
    },

    /**
     * Counts the commands that the caller may see: those that wait for an agent, and those that failed within a day.
     * Counts up to `max` of each.
     */
    countTroubles: (actor: Actor, max: number) => batches.countTroubles(ownerOf(actor), now() - TROUBLE_MS, max),

    async batch(actor: Actor, id: string, { page, pageSize, status }: Paging & { status?: CommandStatus | undefined }) {
      const ownerId = ownerOf(actor)
      const batch = await batches.find(id, ownerId)
      if (!batch || (ownerId !== null && batch.total === 0)) {
        throw new AppError('not_found', 'There is no such batch', { code: 'commands.no_batch' })
      }
      const commands = await views.listOfBatch(id, { ownerId, status }, pageSize, (page - 1) * pageSize)
      const total = status === undefined ? batch.total : (batch.counts[status] ?? 0)
      return { batch, commands, pagination: paginationOf(total, page, pageSize) }
    },
  }
}
export type CommandsService = ReturnType<typeof createCommandsService>

/** Owner whose agents' commands the caller sees; null for administrators, who see all. */
const ownerOf = (actor: Actor) => (actor.role === 'admin' ? null : actor.userId)
export const noCommand = () => new AppError('not_found', 'There is no such command', { code: 'commands.not_found' })
