import { REPORT_MS } from '@atalaya/contract/displays'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { CLOCK_SKEW_MAX_MS } from '#server/limits/limits.ts'

/** Lease of a screen: after two missed reports it counts as offline. */
const LEASE_MS = 2 * REPORT_MS
/** Latest plausible end of a lease. A later one was written by a wrong clock, and counts as over. */
export const lastEnd = (now: number): number => now + LEASE_MS + CLOCK_SKEW_MAX_MS

/** SQL on the state of screens, and on the lease of the one that shows a display. */
export function createScreensRepo(db: Db | Tx) {
  return {
    /**
     * Stores a report and takes or renews the lease; false if another screen holds it. One statement, so that of two
     * concurrent reports the second sees the first.
     */
    async report(id: string, { screen, report, now }: { screen: string; report: string; now: number }) {
      const wrote = await db
        .insertInto('display_screens')
        .values({
          display_id: id,
          screen,
          screen_until: now + LEASE_MS,
          report,
          seen_at: now,
          refused_at: null,
          copy_seen_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .column('display_id')
            .doUpdateSet(({ ref }) => ({
              screen: ref('excluded.screen'),
              screen_until: ref('excluded.screen_until'),
              report: ref('excluded.report'),
              seen_at: ref('excluded.seen_at'),
              refused_at: sql<number | null>`case when display_screens.screen = excluded.screen
                then display_screens.refused_at end`,
            }))
            .where(({ eb, ref, or }) =>
              or([
                eb('display_screens.screen', '=', ref('excluded.screen')),
                eb('display_screens.screen_until', '<=', now),
                eb('display_screens.screen_until', '>', lastEnd(now)),
              ]),
            ),
        )
        .executeTakeFirst()
      return wrote.numInsertedOrUpdatedRows === 1n
    },

    /** Records that another screen was refused. */
    async recordRefusal(id: string, now: number): Promise<void> {
      await db
        .updateTable('display_screens')
        .set({ refused_at: now })
        .where('display_id', '=', id)
        .where('refused_at', 'is', null)
        .execute()
    },

    /** Records that two screens show one display; false if that was recorded after `since`. */
    async recordCopy(id: string, now: number, since: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('display_screens')
        .set({ copy_seen_at: now, refused_at: null })
        .where('display_id', '=', id)
        .where('refused_at', 'is not', null)
        .where((screen) => screen.or([screen('copy_seen_at', 'is', null), screen('copy_seen_at', '<=', since)]))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Takes at most `limit` expired leases, each once; returns their displays. */
    async takeEnded(now: number, limit: number): Promise<string[]> {
      const isOver = ({ eb, or }: ExpressionBuilder<Schema, 'display_screens'>) =>
        or([eb('screen_until', '<=', now), eb('screen_until', '>', lastEnd(now))])
      const ended = db
        .selectFrom('display_screens')
        .select('display_id')
        .where('screen_until', '>', 0)
        .where(isOver)
        .limit(limit)
      const rows = await db
        .updateTable('display_screens')
        .set({ screen_until: 0 })
        .where('display_id', 'in', ended)
        // Checked again, since a screen may have renewed its lease after the select.
        .where(isOver)
        .returning('display_id')
        .execute()
      return rows.map(({ display_id }) => display_id)
    },
  }
}
export type ScreensRepo = ReturnType<typeof createScreensRepo>
