import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema, Tx } from './schema.ts'

type Where = (ids: RawBuilder<unknown>) => RawBuilder<unknown>
/** Rows that go with those of another table, and first, where each of those may have many. */
export type Inner = { table: keyof Schema & string; key: string; of: Where; atOnce: number }

export const by =
  (column: string): Where =>
  (ids) =>
    sql`${sql.ref(column)} in (${ids})`

/** Pages that are removed in one part, and what is on them before. A part takes about 20 ms. */
export const PAGES_AT_ONCE = 10
export const ON_PAGES: Inner[] = [
  {
    ...{ table: 'widget_photos', key: 'widget_id, id', atOnce: 10 },
    of: (pages) => sql`widget_id in (select id from widgets where page_id in (${pages}))`,
  },
  { table: 'widgets', key: 'id', of: by('page_id'), atOnce: 10 },
]

/** Removes a part of what goes with these rows; false if nothing is left of it. */
export async function dropInner(db: Db | Tx, inner: Inner[], ids: RawBuilder<unknown>): Promise<boolean> {
  for (const { table, key, of, atOnce } of inner) {
    const keys = sql.raw(key)
    const some = sql`select ${keys} from ${sql.table(table)} where ${of(ids)} limit ${sql.lit(atOnce)}`
    const gone = await sql`delete from ${sql.table(table)} where (${keys}) in (${some})`.execute(db)
    if ((gone.numAffectedRows ?? 0n) > 0n) return true
  }
  return false
}
