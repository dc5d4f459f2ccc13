import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import type { Selectable } from 'kysely'
import type { Db, Tx, WidgetsTable } from '#server/db/schema.ts'
import { executeUnread } from '#server/db/unread.ts'

export const widgetColumns = [
  'widgets.id',
  'widgets.meta',
  'widgets.config',
  'widgets.x',
  'widgets.y',
  'widgets.w',
  'widgets.h',
] as const

export type WidgetRow = Omit<Selectable<WidgetsTable>, 'page_id'>

/** SQL on the widgets of pages. Whose page it is, is the page's question. */
export function createWidgetsRepo(db: Db | Tx) {
  return {
    /** A widget on one of the user's pages; none where the page was deleted. */
    async ofUser(userId: string, id: string): Promise<InstalledModule | null> {
      const row = await db
        .selectFrom('widgets')
        .innerJoin('pages', 'pages.id', 'widgets.page_id')
        .select(widgetColumns)
        .where('widgets.id', '=', id)
        .where('pages.user_id', '=', userId)
        .where('pages.deleted_at', 'is', null)
        .executeTakeFirst()
      return row ? toWidget(row) : null
    },

    async insert(pageId: string, { _id, meta, config, position }: InstalledModule): Promise<void> {
      await db
        .insertInto('widgets')
        .values({ id: _id, page_id: pageId, meta: JSON.stringify(meta), config: JSON.stringify(config), ...position })
        .execute()
    },

    async place(id: string, { x, y, w, h }: Position): Promise<void> {
      await executeUnread(db, db.updateTable('widgets').set({ x, y, w, h }).where('id', '=', id))
    },

    async configure(id: string, config: WidgetConfig): Promise<void> {
      const json = JSON.stringify(config)
      await executeUnread(db, db.updateTable('widgets').set({ config: json }).where('id', '=', id))
    },

    async remove(id: string): Promise<void> {
      await executeUnread(db, db.deleteFrom('widgets').where('id', '=', id))
    },
  }
}
export type WidgetsRepo = ReturnType<typeof createWidgetsRepo>

export function toWidget({ id, meta, config, x, y, w, h }: WidgetRow): InstalledModule {
  return { _id: id, meta: JSON.parse(meta), config: JSON.parse(config), position: { x, y, w, h } }
}
