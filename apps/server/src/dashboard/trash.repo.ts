import { TRASH_MAX } from '@atalaya/contract/page-archive'
import type { Db, Tx } from '#server/db/schema.ts'

export type TrashedPage = {
  id: string
  name: string
  slug: string
  description: string
  modules: number
  deletedAt: number
}

/** SQL on deleted pages, which no other call sees. */
export function createTrashRepo(db: Db | Tx) {
  const trashed = (userId: string) =>
    db.selectFrom('pages').where('user_id', '=', userId).where('deleted_at', 'is not', null)

  return {
    async list(userId: string): Promise<TrashedPage[]> {
      const rows = await trashed(userId)
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

    /** Deletes a page for good. True if it was in the trash. */
    async purge(userId: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('pages')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()
      return result.numDeletedRows === 1n
    },

    /** Keeps the newest only. */
    async trim(userId: string): Promise<void> {
      const kept = trashed(userId).select('id').orderBy('deleted_at', 'desc').limit(TRASH_MAX)
      await db
        .deleteFrom('pages')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is not', null)
        .where('id', 'not in', kept)
        .execute()
    },

    async purgeOlderThan(instant: number): Promise<void> {
      await db.deleteFrom('pages').where('deleted_at', '<', instant).execute()
    },
  }
}
export type TrashRepo = ReturnType<typeof createTrashRepo>
