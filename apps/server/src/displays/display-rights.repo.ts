import { inputIds, jsonText } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** A widget on a page of a display. */
export type ShownWidget = { id: string; moduleId: string }

/** SQL on the widgets of a display's pages. Reads only what is needed of up to fifty pages, in the reader's thread. */
export function createDisplayRightsRepo(db: Db | Tx) {
  return {
    /** Widgets on an owner's pages. */
    async widgetsOn(ownerId: string, pageIds: readonly string[]): Promise<ShownWidget[]> {
      if (pageIds.length === 0) return []
      return executeLongRead(
        db,
        db
          .selectFrom('widgets')
          .innerJoin('pages', 'pages.id', 'widgets.page_id')
          .select(['widgets.id', jsonText(db, 'widgets.meta', 'id').$castTo<string>().as('moduleId')])
          .where('pages.id', 'in', pageIds)
          .where('pages.user_id', '=', ownerId)
          .where('pages.deleted_at', 'is', null),
      )
    },

    /** Values of one key in the configurations of widgets; those without the key are left out. */
    async valuesOf(widgetIds: string[], key: string): Promise<string[]> {
      if (widgetIds.length === 0) return []
      const value = jsonText(db, 'widgets.config', key)
      const rows = await executeLongRead(
        db,
        db
          .selectFrom(inputIds(db, widgetIds))
          .innerJoin('widgets', 'widgets.id', 'input.id')
          .select(value.as('value'))
          .distinct(),
      )
      return rows.flatMap(({ value }) => value ?? [])
    },

    async agentIdsOf(ownerId: string): Promise<string[]> {
      const rows = await db.selectFrom('agents').select('id').where('owner_id', '=', ownerId).execute()
      return rows.map(({ id }) => id)
    },
  }
}
export type DisplayRightsRepo = ReturnType<typeof createDisplayRightsRepo>
