import type { Photo } from '@atalaya/contract/module-photos'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** SQL on the photos of widgets, which are removed with the widget. */
export function createPhotosRepo(db: Db | Tx) {
  return {
    /** Photos of a widget, in its order. */
    async list(widgetId: string): Promise<Photo[]> {
      return db
        .selectFrom('widget_photos')
        .select(['id', 'width', 'height', 'size'])
        .where('widget_id', '=', widgetId)
        .orderBy('sort')
        .execute()
    },

    /** A photo as Base64. */
    async read(widgetId: string, id: string): Promise<string | null> {
      const query = db.selectFrom('widget_photos').select('jpeg').where('widget_id', '=', widgetId).where('id', '=', id)
      const [row] = await executeLongRead(db, query)
      return row?.jpeg ?? null
    },

    async add(widgetId: string, sort: number, { id, width, height, size }: Photo, jpeg: string): Promise<void> {
      await db
        .insertInto('widget_photos')
        .values({ widget_id: widgetId, id, sort, width, height, size, jpeg })
        .execute()
    },

    /** Removes a photo; false if it does not exist. */
    async remove(widgetId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('widget_photos')
        .where('widget_id', '=', widgetId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    /** Places of all photos, which have gaps where one was removed. */
    async listSorts(widgetId: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('widget_photos')
        .select(['id', 'sort'])
        .where('widget_id', '=', widgetId)
        .execute()
      return new Map(rows.map(({ id, sort }) => [id, sort]))
    },

    /** Moves a photo from a place to another one; those between make room. */
    async move(widgetId: string, id: string, { from, to }: { from: number; to: number }): Promise<void> {
      await db
        .updateTable('widget_photos')
        .set((row) => ({
          sort: row
            .case()
            .when('id', '=', id)
            .then(to)
            .else(row('sort', '+', to < from ? 1 : -1))
            .end(),
        }))
        .where('widget_id', '=', widgetId)
        .where((row) => row.between('sort', Math.min(from, to), Math.max(from, to)))
        .execute()
    },

    /** The highest place in the order; 0 if there is no photo. */
    async lastSort(widgetId: string): Promise<number> {
      const row = await db
        .selectFrom('widget_photos')
        .select(({ fn }) => fn.max('sort').as('last'))
        .where('widget_id', '=', widgetId)
        .executeTakeFirst()
      return row?.last ?? 0
    },

    async bytesOf(widgetId: string): Promise<number> {
      const row = await db
        .selectFrom('widget_photos')
        .select(({ fn }) => fn.sum('size').as('bytes'))
        .where('widget_id', '=', widgetId)
        .executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },

    /** Bytes of all photos of an account, including deleted pages: they may come back. */
    async bytesOfUser(userId: string): Promise<number> {
      const row = await db
        .selectFrom('widget_photos')
        .innerJoin('widgets', 'widgets.id', 'widget_photos.widget_id')
        .innerJoin('pages', 'pages.id', 'widgets.page_id')
        .select(({ fn }) => fn.sum('widget_photos.size').as('bytes'))
        .where('pages.user_id', '=', userId)
        .executeTakeFirst()
      return Number(row?.bytes ?? 0)
    },

    /** Copies the photos of a widget to another one without photos. */
    async copy(from: string, to: string): Promise<void> {
      const columns = ['id', 'sort', 'width', 'height', 'size', 'jpeg'] as const
      await db
        .insertInto('widget_photos')
        .columns(['widget_id', ...columns])
        .expression((query) =>
          query
            .selectFrom('widget_photos')
            .select(({ val }) => [val(to).as('widget_id'), ...columns])
            .where('widget_id', '=', from),
        )
        .execute()
    },
  }
}
export type PhotosRepo = ReturnType<typeof createPhotosRepo>
