import type { Display, displays, OwnedDisplay } from '@atalaya/contract/displays'
import type { Input } from '@atalaya/contract/route'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Live } from '#server/events/live.ts'
import type { Revocations } from '#server/events/revocations.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { refuseInvalidFields } from './display-fields.ts'
import {
  DISPLAYS_PER_BATCH,
  type DisplayViews,
  instantOf,
  instantOrNull,
  isOnline,
  storedFieldsIn,
  toDisplay,
} from './display-views.ts'
import type { DisplaysRepo } from './displays.repo.ts'

type Needs = {
  repo: DisplaysRepo
  tx: RunInTransaction<'audit' | 'credentials' | 'displays' | 'pages' | 'sessions' | 'users'>
  views: DisplayViews
  revocations: Revocations
  live: Pick<Live, 'emit'>
  now: () => number
}

/** Lists, changes and removes displays for owners and administrators. */
export function createDisplaysService({ repo, tx, views, revocations, live, now }: Needs) {
  /**
   * Removes a display.
   *
   * @throws AppError not_found if it does not exist, or has another owner than `ownerId`
   * @throws AppError unauthorized or forbidden if the caller's session or role has ended
   */
  async function remove(by: Caller, id: string, ownerId: string | null): Promise<void> {
    const removed = await tx(async (repos) => {
      await assertStillAllowed(repos, by)
      const found = await repos.displays.remove(id, ownerId)
      if (!found) throw noSuchDisplay()
      await repos.credentials.revokeDisplay(id, now())
      await repos.audit.insert(now(), { action: 'display.removed', by, target: { id, name: found.name } })
      return found
    })
    revocations.announce({ userId: removed.ownerId, sessionId: id })
    live.emit({ type: 'display.deleted', data: { _id: id } }, { userIds: [removed.ownerId] })
  }

  return {
    /** Displays in batches: each of fifty may have a playlist of fifty entries. */
    async *list({ userId }: Actor): AsyncGenerator<Display[]> {
      const rows = await repo.listOf(userId)
      for (let start = 0; start < rows.length; start += DISPLAYS_PER_BATCH) {
        await waitForFreeTurn()
        yield rows.slice(start, start + DISPLAYS_PER_BATCH).map((row) => toDisplay(row, now()))
      }
    },

    async edit(by: Caller, id: string, fields: Input<typeof displays.edit>['body']): Promise<Display> {
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const [row] = await repos.displays.lock(by.userId, [id])
        if (!row) throw noSuchDisplay()
        await refuseInvalidFields(repos.pages, by.userId, fields, storedFieldsIn(row))
        await repos.displays.update(id, fields)
        const [target, details] = [{ id, name: fields.name ?? row.name }, Object.keys(fields).join(', ')]
        await repos.audit.insert(now(), { action: 'display.changed', by, target, details })
      })
      return views.announceOne(id)
    },

    remove: (by: Caller, id: string): Promise<void> => remove(by, id, by.userId),
    removeAny: (by: Caller, id: string): Promise<void> => remove(by, id, null),

    async listAll(): Promise<OwnedDisplay[]> {
      await waitForFreeTurn()
      return (await repo.listAll()).map((row) => ({
        _id: row.id,
        name: row.name,
        place: row.place,
        isOnline: isOnline(row, now()),
        seenAt: instantOrNull(row.seen_at),
        createdAt: instantOf(row.created_at),
        owner: { _id: row.owner_id, username: row.username },
      }))
    },
  }
}
export type DisplaysService = ReturnType<typeof createDisplaysService>

export const noSuchDisplay = () =>
  new AppError('not_found', 'You have no such display; it may have been removed', { code: 'displays.not_found' })
