import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely'

/** Whether the database is PostgreSQL; else it is SQLite. */
function isPostgres(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Type and options of a key that counts up and never gives a number twice. */
export function countingKey(db: Kysely<unknown>) {
  const build = (column: ColumnDefinitionBuilder) =>
    isPostgres(db) ? column.primaryKey() : column.primaryKey().autoIncrement()
  return { type: isPostgres(db) ? ('bigserial' as const) : ('integer' as const), build }
}
