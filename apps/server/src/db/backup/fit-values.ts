import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Row } from './backup-file.ts'

type Value = Row[number] | undefined
/** Fits the value of a column to its type. */
export type FitValue = (column: string, value: Value) => Value

/**
 * Changes for each type of PostgreSQL that SQLite does not enforce. A backup of SQLite may have NUL in a text, or
 * fractions of a millisecond. It may also have unsigned 32-bit exit codes, which `| 0` makes signed.
 */
const fitByType: Record<string, (value: Value) => Value> = {
  text: (value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value),
  bigint: (value) => (typeof value === 'number' ? Math.round(value) : value),
  integer: (value) => (typeof value === 'number' ? Math.round(value) | 0 : value),
}

/** Returns the function that fits values of a backup to a table. */
export async function findFit(db: Pick<Kysely<unknown>, 'getExecutor'>, table: string): Promise<FitValue> {
  if (!isPostgres(db)) return (_column, value) => value
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  return (column, value) => fitByType[types.get(column) ?? '']?.(value) ?? value
}
