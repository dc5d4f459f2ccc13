import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from '#server/db/schema.ts'

/** Columns of a copy that differ from the original. */
type Changes = Record<string, RawBuilder<unknown>>

/** Number of the copy in SQL, from 1. */
export const copyNumber = sql.ref('numbers.n')
/** A text with its number at the end. */
export const withNumber = (text: string): RawBuilder<string> => sql`${text} || cast(${copyNumber} as text)`

/**
 * Copies rows that the product itself has made: `count` of each that `where` finds, with changes in some columns. So
 * tests have realistic rows on both databases.
 */
export async function clone(
  db: Db,
  table: keyof Schema & string,
  where: RawBuilder<unknown>,
  count: number,
  changes: Changes,
): Promise<void> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  // A number that the database assigns can't be copied.
  const copied = columns.filter(({ name, isAutoIncrementing }) => !isAutoIncrementing || name in changes)
  const values = copied.map(({ name }) => changes[name] ?? sql.ref(`original.${name}`))
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into ${sql.table(table)} (${sql.join(copied.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)} as original cross join numbers where ${where}`.execute(db)
}
