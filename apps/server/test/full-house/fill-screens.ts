import { ENTRIES_MAX } from '@atalaya/contract/display-entries'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { clone, copyNumber, withNumber } from './clone.ts'
import type { Counts, Firsts } from './fill.ts'

/** Playlist of the maximum of pages, each shown at all hours, and a page for alerts. */
function playlist(pages: number): { entries: string; settings: string } {
  const hours = { from: '00:00', to: '00:00', days: [1, 2, 3, 4, 5, 6, 7] }
  const pageOf = (n: number) => `page-${1 + (n % pages)}`
  const entries = Array.from({ length: ENTRIES_MAX }, (_, n) => ({ pageId: pageOf(n), seconds: 60, hours }))
  const settings = { onAlert: { pageId: pageOf(0), from: 'info' } }
  return { entries: JSON.stringify(entries), settings: JSON.stringify(settings) }
}

/**
 * Maximum of displays and tokens for one member, and one of each for everybody else. Full storage of widgets, and a
 * full trash.
 */
export async function fillScreens(db: Db, firsts: Firsts, counts: Counts, now: number): Promise<void> {
  const user = withNumber('user-')
  await db.updateTable('displays').set(playlist(counts.pages)).where('id', '=', firsts.displayId).execute()
  for (const [name, count, owner] of [
    ['', counts.displays, sql`original.owner_id`],
    ['others-', counts.accounts, user],
  ] as const) {
    const display = { id: withNumber(`${name}display-`), owner_id: owner }
    await clone(db, 'credentials', sql`original.id = ${firsts.displayId}`, count, {
      ...display,
      hash: withNumber(`${name}display-`),
    })
    await clone(db, 'displays', sql`original.id = ${firsts.displayId}`, count, display)
    await clone(db, 'display_screens', sql`original.display_id = ${firsts.displayId}`, count, {
      display_id: display.id,
    })
  }
  for (const [name, count, owner] of [
    ['', counts.tokens, sql`original.owner_id`],
    ['others-', counts.accounts, user],
  ] as const) {
    await clone(db, 'credentials', sql`original.id = ${firsts.credentialId}`, count, {
      id: withNumber(`${name}token-`),
      hash: withNumber(`${name}token-`),
      owner_id: owner,
    })
  }
  const widgets = (counts.pages * counts.widgets) / 2
  await clone(db, 'widget_storage', sql`original.widget_id = ${firsts.widgetId}`, widgets, {
    widget_id: withNumber('widget-'),
  })
  await clone(db, 'pages', sql`original.id = ${firsts.pageId}`, counts.trash, {
    id: withNumber('trash-'),
    slug: withNumber('trash-'),
    active: sql`0`,
    deleted_at: sql`${sql.lit(now)} - ${copyNumber}`,
  })
  await clone(db, 'widgets', sql`original.page_id = 'page-1'`, counts.trash, {
    id: sql`'trash-' || cast(${copyNumber} as text) || original.id`,
    page_id: withNumber('trash-'),
  })
}
