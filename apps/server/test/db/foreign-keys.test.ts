import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db } from '#server/db/schema.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** Foreign keys whose first column is not the first of any index, as `table.column`. */
async function withoutIndex(db: Db): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ key: string }>`
        select of.conrelid::regclass || '.' || attname as key from pg_constraint as of
        join pg_attribute on attrelid = of.conrelid and attnum = of.conkey[1]
        where of.contype = 'f' and not exists (
          select 1 from pg_index where indrelid = of.conrelid and indkey[0] = of.conkey[1])`
    : sql<{ key: string }>`
        select tables.name || '.' || keys."from" as key
        from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
        where tables.type = 'table' and not exists (
          select 1 from pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as columns
          where columns.seqno = 0 and columns.name = keys."from")
        and not exists (
          select 1 from pragma_table_info(tables.name) as info where info.pk = 1 and info.name = keys."from")`
  return (await query.execute(db)).rows.map(({ key }) => key)
}

test('every foreign key has an index, so a removal scans no table', async () => {
  const world = await createTestApp()
  onTestFinished(() => world.close())
  await world.withDatabase(async (db) => {
    expect(await withoutIndex(db)).toEqual([])
    await sql`create table without_index (id text primary key, user_id text references users (id))`.execute(db)
    expect(await withoutIndex(db)).toEqual(['without_index.user_id'])
  })
})
