import type { Live } from '#server/events/live.ts'
import type { CommandViewsRepo } from './command-views.repo.ts'

const AT_ONCE = 100

/** Tells owners and administrators how these commands are now, if anybody listens. */
export function createAnnounce(views: CommandViewsRepo, live: Live) {
  return async (commandIds: string[]): Promise<void> => {
    if (live.count() === 0) return
    for (let start = 0; start < commandIds.length; start += AT_ONCE) {
      for (const { command, ownerId } of await views.findMany(commandIds.slice(start, start + AT_ONCE))) {
        await live.emit({ type: 'command.updated', data: command }, { userIds: [ownerId], admins: true })
      }
    }
  }
}
