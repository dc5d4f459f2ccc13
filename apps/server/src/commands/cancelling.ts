import type { Command, CommandStatus } from '@atalaya/contract/commands'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { type CommandsService, noCommand } from './commands.service.ts'
import type { Dispatcher } from './dispatcher.ts'
import { step } from './machine.ts'

type Needs = {
  commands: Pick<CommandsService, 'find'>
  tx: RunInTransaction<'commands'>
  dispatcher: Pick<Dispatcher, 'cancel'>
  announce(commandIds: string[]): Promise<void>
  now: () => number
}

type Cancelled = { status: CommandStatus; isMoved(): boolean }

/** Cancels commands: at once while they are queued, later through the agent. */
export function createCancelling({ commands, tx, dispatcher, announce, now }: Needs) {
  /** Moves a command towards its cancellation. After the commit `isMoved` is false if another change came first. */
  async function cancelIn(repos: Pick<Repos, 'commands'>, by: Caller, id: string): Promise<Cancelled> {
    const current = await repos.commands.find(id)
    if (!current) throw noCommand()
    if (current.state.status === 'cancelling') return { status: 'cancelling', isMoved: () => true }
    const change = step(current.state, { type: 'cancel' })
    if (!change) throw new AppError('conflict', 'The command has already ended', { code: 'commands.ended' })
    const ended = change.status === 'cancelled' ? { ended_at: now() } : {}
    const details = { reason: change.reason ?? `Cancelled by ${by.username}`, ...ended }
    const isMoved = await repos.commands.moveIfUnchanged(
      current.row,
      { ...change, doubt: current.state.doubt },
      details,
      now(),
    )
    return { status: change.status, isMoved }
  }

  return {
    async cancel(by: Caller, id: string): Promise<Command> {
      const { agentId } = await commands.find(by, id)
      const { status, isMoved } = await tx((repos) => cancelIn(repos, by, id))
      if (!isMoved()) {
        throw new AppError('conflict', 'The command changed at this moment; try again', { code: 'commands.changed' })
      }
      if (status === 'cancelling') dispatcher.cancel(agentId, id)
      await announce([id])
      return commands.find(by, id)
    },
  }
}
export type Cancelling = ReturnType<typeof createCancelling>
