import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db, Schema, Tx } from './schema.ts'

/** True for PostgreSQL, false for SQLite. */
export function isPostgres(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Type and options of an auto-increment key that never reuses a number. */
export function countingKey(db: Kysely<unknown>) {
  const build = (column: ColumnDefinitionBuilder) =>
    isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement()
  return { type: isPostgres(db) ? ('bigserial' as const) : ('integer' as const), build }
}

type ColumnType = 'text' | 'bigint' | 'integer' | 'double precision'

/**
 * Many rows as one parameter: a table expression that both databases read from a JSON text. Thousands of rows travel to
 * the writer's thread as one string, and the statement stays the same for any number.
 */
export function jsonRows(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  columns: Record<string, ColumnType>,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> {
  const text = JSON.stringify(rows)
  const entries = Object.entries(columns)
  if (isPostgres(db)) {
    const cells = entries.map(([name, type], n) => sql`(value ->> ${sql.lit(n)})::${sql.raw(type)} as ${sql.ref(name)}`)
    // The limit is a hint to PostgreSQL's planner. It then looks each row up by index, and scans no whole table.
    return sql`(select ${sql.join(cells)} from jsonb_array_elements(${text}::jsonb) limit ${rows.length})`
  }
  const cells = entries.map(([name], n) => sql`value ->> ${sql.lit(n)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(cells)} from json_each(${text}))`
}

/**
 * Value of a key in a JSON column, as text. PostgreSQL reads no JSON with a NUL character, so that is replaced first.
 */
export const jsonText = (db: Pick<Kysely<unknown>, 'getExecutor'>, column: string, key: string) =>
  isPostgres(db)
    ? sql<string | null>`replace(${sql.ref(column)}, '\\u0000', '\\ufffd')::json ->> ${key}`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${`$.${JSON.stringify(key)}`})`

/** Table expression of ids, to join as `input`. */
export const inputIds = (db: Pick<Kysely<unknown>, 'getExecutor'>, ids: string[]) =>
  jsonRows(
    db,
    { id: 'text' },
    ids.map((id) => [id]),
  )
    .$castTo<{ id: string }>()
    .as('input')

type Column = { type: ColumnType; values: (string | number)[] }

/**
 * Inserts many rows, given by column: the quickest way that each database has. PostgreSQL reads them from arrays; for
 * SQLite the writer's thread puts the columns together (`sqlite-worker.ts`).
 */
export async function insertColumns(db: Db | Tx, table: keyof Schema, columns: Record<string, Column>): Promise<void> {
  const lists = Object.values(columns)
  const into = sql`insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})`
  const values = sql.join(lists.map((column) => sql.val(column.values)))
  const arrays = sql.join(lists.map(({ type, values }) => sql`${sql.val(values)}::${sql.raw(type)}[]`))
  await (isPostgres(db) ? sql`${into} select * from unnest(${arrays})` : sql`${into} values (${values})`).execute(db)
}
