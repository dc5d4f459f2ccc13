import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import { type Selectable, sql } from 'kysely'
import { cachedQuery } from '#server/db/cached-query.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
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

/** A widget as administrators see it: its owner and its name. */
export type OwnedWidget = Pick<Selectable<WidgetsTable>, 'id' | 'meta'> & {
  config: string | null
  page: string
  /** Time of the page's deletion in ms, as it may be restored; null for a visible page. */
  deletedAt: number | null
  owner: string
}

export type WidgetRow = Omit<Selectable<WidgetsTable>, 'page_id'>

/** SQL on the widgets of pages. Callers check who owns the page. */
export function createWidgetsRepo(db: Db | Tx) {
  const configure = cachedQuery(db, 'widgets.configure', ({ id, config }: { id: string; config: string }) =>
    db.updateTable('widgets').set({ config }).where('id', '=', id),
  )

  return {
    /** A widget on one of the user's pages; none if the page was deleted. */
    async findOfUser(userId: string, id: string): Promise<InstalledModule | null> {
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

    /**
     * Some widgets of all accounts in the order of their ids, after the id `after`. Those without secrets have no
     * `config`. They are not filtered out: to fill `limit`, one statement might then scan the whole table.
     */
    async listAfter(after: string, limit: number): Promise<OwnedWidget[]> {
      // Sealed values as `widget-configs.ts` writes them.
      const sealed = sql<string | null>`case when widgets.config like '%"$sealed"%' then widgets.config end`
      const some = db
        .selectFrom('widgets')
        .innerJoin('pages', 'pages.id', 'widgets.page_id')
        .innerJoin('users', 'users.id', 'pages.user_id')
        .select(['widgets.id', 'widgets.meta', sealed.as('config'), 'users.username as owner'])
        .select(['pages.name as page', 'pages.deleted_at as deletedAt'])
        .where('widgets.id', '>', after)
        .orderBy('widgets.id')
        .limit(limit)
      return executeLongRead(db, some)
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
      await executeUnread(db, configure({ id, config: JSON.stringify(config) }))
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
