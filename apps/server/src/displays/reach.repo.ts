import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { InstalledMeta } from '@atalaya/contract/modules'
import type { Db, Tx } from '#server/db/schema.ts'

/** A widget as far as it says what a display shows. */
export type ShownWidget = { id: string; moduleId: string; config: WidgetConfig }

/** SQL on what the pages of a display lead to. */
export function createReachRepo(db: Db | Tx) {
  return {
    /** The widgets on some of somebody's pages. */
    async widgetsOn(ownerId: string, pageIds: readonly string[]): Promise<ShownWidget[]> {
      if (pageIds.length === 0) return []
      const rows = await db
        .selectFrom('widgets')
        .innerJoin('pages', 'pages.id', 'widgets.page_id')
        .select(['widgets.id', 'widgets.meta', 'widgets.config'])
        .where('pages.id', 'in', pageIds)
        .where('pages.user_id', '=', ownerId)
        .where('pages.deleted_at', 'is', null)
        .execute()
      return rows.map(({ id, meta, config }) => ({
        id,
        moduleId: (JSON.parse(meta) as InstalledMeta).id,
        config: JSON.parse(config) as WidgetConfig,
      }))
    },

    async agentIdsOf(ownerId: string): Promise<string[]> {
      const rows = await db.selectFrom('agents').select('id').where('owner_id', '=', ownerId).execute()
      return rows.map(({ id }) => id)
    },
  }
}
export type ReachRepo = ReturnType<typeof createReachRepo>
