import { TRASH_MAX } from '@atalaya/contract/page-archive'
import { sql } from 'kysely'
import { dropInner, INNER_OF_PAGES } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export type TrashedPage = {
  id: string
  name: string
  slug: string
  description: string
  modules: number
  deletedAt: number
}

/** `deleted_at` of pages that have left the trash and are removed in parts. */
const GONE = 0
const FOUND_BATCH_SIZE = 1000

/** SQL on deleted pages, which no other call sees. */
export function createTrashRepo(db: Db | Tx) {
  const selectTrashed = (userId: string) =>
    db.selectFrom('pages').where('user_id', '=', userId).where('deleted_at', '>', GONE)
  const markForRemoval = () => db.updateTable('pages').set({ deleted_at: GONE }).where('deleted_at', '>', GONE)

  return {
    async list(userId: string): Promise<TrashedPage[]> {
      const rows = await selectTrashed(userId)
        .leftJoin('widgets', 'widgets.page_id', 'pages.id')
        .select(['pages.id', 'pages.name', 'pages.slug', 'pages.description', 'pages.deleted_at'])
        .select(({ fn }) => fn.count<number>('widgets.id').as('modules'))
        .groupBy(['pages.id', 'pages.name', 'pages.slug', 'pages.description', 'pages.deleted_at'])
        .orderBy('pages.deleted_at', 'desc')
        .limit(TRASH_MAX)
        .execute()
      return rows.map(({ deleted_at, modules, ...row }) => ({
        ...row,
        modules: Number(modules),
        deletedAt: deleted_at ?? 0,
      }))
    },

    async restore(id: string, { slug, order, active }: { slug: string; order: number; active: boolean }) {
      await db
        .updateTable('pages')
        .set((eb) => ({
          deleted_at: null,
          slug,
          sort: order,
          active: active ? 1 : 0,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .execute()
    },

    /** Marks a page of the trash for removal. True if it was there. */
    async purge(userId: string, id: string): Promise<boolean> {
      const result = await markForRemoval().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /** Marks all but the newest pages of an account's trash for removal. */
    async purgeSurplus(userId: string): Promise<void> {
      const keptIds = selectTrashed(userId).select('id').orderBy('deleted_at', 'desc').limit(TRASH_MAX)
      await markForRemoval().where('user_id', '=', userId).where('id', 'not in', keptIds).execute()
    },

    /** Some pages of any trash that were deleted before an instant. */
    async listOlderThan(instant: number): Promise<string[]> {
      const pages = db.selectFrom('pages').select('id').where('deleted_at', '>', GONE).limit(FOUND_BATCH_SIZE)
      return (await pages.where('deleted_at', '<', instant).execute()).map(({ id }) => id)
    },

    /** Marks these pages for removal, unless they have been restored. */
    async purgeAll(ids: string[]): Promise<void> {
      await markForRemoval().where('id', 'in', ids).execute()
    },

    /** Some of the pages that are marked for removal. */
    async listPurged(): Promise<string[]> {
      const some = db.selectFrom('pages').select('id').where('deleted_at', '=', GONE).limit(FOUND_BATCH_SIZE)
      return (await some.execute()).map(({ id }) => id)
    },

    /** Removes some of these pages or of their widgets; false if none are left. */
    async removePart(ids: string[]): Promise<boolean> {
      const pages = db.selectFrom('pages').select('id').where('id', 'in', ids).where('deleted_at', '=', GONE)
      if (await dropInner(db, INNER_OF_PAGES, sql`${pages}`)) return true
      const { numDeletedRows } = await db.deleteFrom('pages').where('id', 'in', pages).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
export type TrashRepo = ReturnType<typeof createTrashRepo>
