import { createHash, randomUUID } from 'node:crypto'
import type { Batch, Command, CommandStatus, CommandStep, NewCommand } from '@atalaya/contract/commands'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { CommandViewsRepo, SentBatch } from './command-views.repo.ts'
import type { CommandsRepo } from './commands.repo.ts'
import type { Dispatcher } from './dispatcher.ts'
import { kindOf } from './kinds.ts'
import { step } from './machine.ts'
import type { ResolveTargets } from './targets.ts'

const ARGS_MAX_BYTES = 32 * 1024

type Needs = {
  repo: CommandsRepo
  views: CommandViewsRepo
  tx: RunInTransaction
  agents: AgentsService
  resolveTargets: ResolveTargets
  dispatcher: Dispatcher
  announce(commandIds: string[]): Promise<void>
  now: () => number
}
type Paging = { page: number; pageSize: number }

/** Commands as people send, follow and cancel them. */
export function createCommandsService(needs: Needs) {
  const { repo, views, tx, agents, resolveTargets, dispatcher, announce, now } = needs

  /** A batch that was sent under this key before; the same key with another request is refused. */
  async function findSent(by: Caller, key: string | null, requestHash: string): Promise<SentBatch | null> {
    const sent = key === null ? null : await views.findSent(by.userId, key)
    if (sent && sent.requestHash !== requestHash) {
      throw new AppError('conflict', 'This Idempotency-Key was used for another command', {
        code: 'commands.key_reused',
      })
    }
    return sent
  }

  async function store(by: Caller, given: NewCommand, key: string | null, requestHash: string): Promise<SentBatch> {
    const args = given.args ?? {}
    const kind = kindOf(given.command)
    const { chosen, skipped, label } = await resolveTargets(by, given)
    const online = chosen.filter(({ isOnline }) => isOnline).length
    const id = randomUUID()
    const rows = chosen.map(({ agentId }) => ({ id: randomUUID(), agentId }))
    const at = now()
    const notAfter = at + (given.lifeS === undefined ? kind.lifeMs : given.lifeS * 1000)
    const batch = { id, userId: by.userId, command: given.command, args, online, skipped, idempotencyKey: key }
    const claimed = await tx(async (repos) => {
      await repos.commandViews.insert({ ...batch, requestHash, kind, notAfter, now: at }, rows)
      const queued = rows.map((row) => ({ id: row.id, status: 'queued' as const, attempt: 0, reason: null }))
      await repos.commands.addSteps(queued, at)
      await repos.audit.insert(at, { action: 'agent.command', by, target: { id, name: label }, details: given.command })
      return repos.commands.claim(dispatcher.recipients(chosen.map(({ agentId }) => agentId)), at)
    })
    dispatcher.deliver(claimed)
    const sent = new Set(claimed.map(({ agent_id }) => agent_id))
    dispatcher.nudge(chosen.flatMap(({ agentId, isOnline }) => (isOnline && !sent.has(agentId) ? [agentId] : [])))
    await announce(rows.map((row) => row.id))
    return {
      id,
      requestHash,
      online,
      skipped,
      commands: rows.map((row) => ({ commandId: row.id, agentId: row.agentId })),
    }
  }

  /** @throws AppError not_found for a command of an agent that the caller may not see. */
  async function getCommand(actor: Actor, id: string): Promise<Command> {
    const found = await views.find(id)
    if (!found || !(actor.role === 'admin' || found.ownerId === actor.userId)) throw noCommand()
    return found.command
  }

  /** Moves a command towards its cancellation; answers where it is then. */
  async function cancelIn(repos: Repos, by: Caller, id: string): Promise<CommandStatus> {
    const open = await repos.commands.find(id)
    if (!open) throw noCommand()
    if (open.state.status === 'cancelling') return 'cancelling'
    const change = step(open.state, { type: 'cancel' })
    if (!change) throw new AppError('conflict', 'The command has already ended', { code: 'commands.ended' })
    const ended = change.status === 'cancelled' ? { ended_at: now() } : {}
    const details = { reason: change.reason ?? `Cancelled by ${by.username}`, ...ended }
    const isMoved = await repos.commands.move(open.row, { ...change, doubt: open.state.doubt }, details, now())
    if (isMoved) return change.status
    throw new AppError('conflict', 'The command changed at this moment; try again', { code: 'commands.changed' })
  }

  return {
    /** Sends a command; with a key, once, however often it is asked. */
    async send(by: Caller, given: NewCommand, key: string | null) {
      const request = JSON.stringify(given)
      if (Buffer.byteLength(request) > ARGS_MAX_BYTES) throw new AppError('too_large', 'The args are too large')
      const requestHash = createHash('sha256').update(request).digest('hex')
      const sent = (await findSent(by, key, requestHash)) ?? (await storeOnce())
      const { id: batchId, online, skipped, commands } = sent
      return { enqueued: commands.length, batchId, online, queued: commands.length - online, skipped, commands }

      async function storeOnce(): Promise<SentBatch> {
        try {
          return await store(by, given, key, requestHash)
        } catch (error) {
          // The same request at the same moment: the other one was first.
          const other = isUniqueViolation(error) ? await findSent(by, key, requestHash) : null
          if (!other) throw error
          return other
        }
      }
    },

    async listOfAgent(actor: Actor, agentId: string, { page, pageSize }: Paging) {
      await agents.identify(actor, agentId)
      const { commands, total } = await views.listOfAgent(agentId, pageSize, (page - 1) * pageSize)
      return { commands, pagination: paginationOf(total, page, pageSize) }
    },

    async get(actor: Actor, id: string): Promise<{ command: Command; steps: CommandStep[] }> {
      return { command: await getCommand(actor, id), steps: await repo.steps(id) }
    },

    async cancel(by: Caller, id: string): Promise<Command> {
      const { agentId } = await getCommand(by, id)
      const status = await tx((repos) => cancelIn(repos, by, id))
      if (status === 'cancelling') dispatcher.cancel(agentId, id)
      else dispatcher.nudge([agentId])
      await announce([id])
      return getCommand(by, id)
    },

    async batch(actor: Actor, id: string, { page, pageSize, status }: Paging & { status?: CommandStatus | undefined }) {
      const ownerId = actor.role === 'admin' ? null : actor.userId
      const batch: Batch | null = await views.findBatch(id, ownerId)
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

const paginationOf = (total: number, page: number, pageSize: number) => ({
  total,
  current: page,
  pages: Math.max(1, Math.ceil(total / pageSize)),
  pageSize,
})
const noCommand = () => new AppError('not_found', 'There is no such command', { code: 'commands.not_found' })
