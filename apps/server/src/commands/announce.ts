import { runInFreeTurns, waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Live } from '#server/events/live.ts'
import type { CommandViewsRepo } from './command-views.repo.ts'

/**
 * Publishes the present state of commands to owners and administrators, if anybody listens. Never throws, as the change
 * has happened already.
 */
export function createAnnounce(
  views: Pick<CommandViewsRepo, 'findMany'>,
  live: Pick<Live, 'hasListeners' | 'isBusy' | 'emit'>,
  onError: (error: unknown) => void,
) {
  async function emit(commandIds: string[]): Promise<void> {
    for (const { command, ownerId } of await views.findMany(commandIds)) {
      live.emit({ type: 'command.updated', data: command }, { userIds: [ownerId], admins: true })
    }
    // Waits, as events are emitted faster than streams send them. Too many queued ones would be replaced by `resync`.
    while (live.isBusy()) await waitForFreeTurn()
  }

  return async (commandIds: string[]): Promise<void> => {
    if (live.hasListeners()) await runInFreeTurns(commandIds, emit).catch(onError)
  }
}
