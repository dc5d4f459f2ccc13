import type { Display } from '@atalaya/contract/displays'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'
import type { DisplaysTable } from '#server/db/schema-displays.ts'

export type DisplayRow = Selectable<DisplaysTable>
/** Fields of a display that its owner sets. */
type OwnerFields = Pick<Display, 'name' | 'place' | 'zone' | 'tags' | 'entries' | 'settings'>
type Event = { pageId: string; until: number } | null
export type DisplayChange = Partial<OwnerFields & { event: Event }>

const ALL_MAX = 500

/** SQL on displays and the state of their screens. */
export function createDisplaysRepo(db: Db | Tx) {
  const selectFull = db
    .selectFrom('displays')
    .innerJoin('users', 'users.id', 'displays.owner_id')
    .leftJoin('display_screens', 'display_screens.display_id', 'displays.id')
    .selectAll('displays')
    .select(['username', 'role', 'screen', 'screen_until', 'report', 'seen_at', 'refused_at', 'copy_seen_at'])

  return {
    listOf: (ownerId: string) =>
      selectFull.where('owner_id', '=', ownerId).orderBy('displays.name').orderBy('displays.id').execute(),

    findMany: (ids: string[]) => (ids.length === 0 ? [] : selectFull.where('displays.id', 'in', ids).execute()),

    async find(id: string) {
      return (await selectFull.where('displays.id', '=', id).executeTakeFirst()) ?? null
    },

    listAll: () =>
      db
        .selectFrom('displays')
        .innerJoin('users', 'users.id', 'displays.owner_id')
        .leftJoin('display_screens', 'display_screens.display_id', 'displays.id')
        .select(['displays.id', 'displays.name', 'place', 'displays.created_at', 'owner_id', 'username'])
        .select(['screen_until', 'seen_at'])
        .orderBy('displays.name')
        .orderBy('displays.id')
        .limit(ALL_MAX)
        .execute(),

    async count(ownerId: string): Promise<number> {
      const { count } = await db
        .selectFrom('displays')
        .select((select) => select.fn.countAll().as('count'))
        .where('owner_id', '=', ownerId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async insert({ id, ownerId, now, ...ownerFields }: OwnerFields & { id: string; ownerId: string; now: number }) {
      const { name, place, zone, tags, entries, settings } = ownerFields
      await db
        .insertInto('displays')
        .values({
          id,
          owner_id: ownerId,
          name,
          place,
          zone,
          tags: JSON.stringify(tags),
          entries: JSON.stringify(entries),
          settings: JSON.stringify(settings),
          event_page_id: null,
          event_until: null,
          created_at: now,
        })
        .execute()
    },

    /** Reads displays of an owner, and locks them until the transaction ends by an update without a change. */
    lock: (ownerId: string, ids: string[]): Promise<DisplayRow[]> =>
      db
        .updateTable('displays')
        .set((display) => ({ created_at: display.ref('created_at') }))
        .where('owner_id', '=', ownerId)
        .where('id', 'in', ids)
        .returningAll()
        .execute(),

    async update(id: string, { event, tags, entries, settings, ...plain }: DisplayChange): Promise<void> {
      const values = {
        ...plain,
        ...(tags && { tags: JSON.stringify(tags) }),
        ...(entries && { entries: JSON.stringify(entries) }),
        ...(settings && { settings: JSON.stringify(settings) }),
        ...(event !== undefined && { event_page_id: event?.pageId ?? null, event_until: event?.until ?? null }),
      }
      if (Object.keys(values).length === 0) return
      await db.updateTable('displays').set(values).where('id', '=', id).execute()
    },

    async removeAll(ownerId: string): Promise<void> {
      await db.deleteFrom('displays').where('owner_id', '=', ownerId).execute()
    },

    /** Removes a display; null if it does not exist, or has another owner than `ownerId`. */
    async remove(id: string, ownerId: string | null): Promise<{ name: string; ownerId: string } | null> {
      const row = await db
        .deleteFrom('displays')
        .where('id', '=', id)
        .$if(ownerId !== null, (query) => query.where('owner_id', '=', ownerId ?? ''))
        .returning(['name', 'owner_id'])
        .executeTakeFirst()
      return row ? { name: row.name, ownerId: row.owner_id } : null
    },
  }
}
export type DisplaysRepo = ReturnType<typeof createDisplaysRepo>
/** A display with its owner, and its screen if that has sent a report. */
export type FullDisplayRow = NonNullable<Awaited<ReturnType<DisplaysRepo['find']>>>
