import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { sqliteFile } from '#server/db/open.ts'
import { BackupError, type BackupHeader, type Row, type TableRows } from './backup-file.ts'

const FETCH_ROWS = 1000
/** PostgreSQL's id of the type bigint. */
const INT8 = 20

/** Tables of the migrator; the header of a backup lists the migrations instead. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']
/** Sessions and short-lived rows: a restored backup must revive neither. */
const SHORT_LIVED = [
  ...['sessions', 'access_tokens', 'refresh_tokens', 'qr_codes', 'guess_budgets', 'known_devices'],
  ...['passkey_challenges', 'sign_in_tickets', 'display_codes', 'display_screens'],
  // These refer to a session, and could not be stored without it.
  ...['integration_starts', 'oidc_starts'],
]
/** Filled by triggers from other tables, differently in each database. */
const DERIVED = ['agents_search']
const isBackedUp = (table: string) => ![...MIGRATION_TABLES, ...SHORT_LIVED, ...DERIVED].includes(table)

/** Consistent state of a database at one moment; `close` releases it. */
export type Snapshot = {
  migrations: BackupHeader['migrations']
  /** Size in the database, in bytes. */
  bytes: number
  tables(): AsyncIterable<TableRows>
  close(): Promise<void>
}

/** Takes a consistent snapshot of the database, without stopping writers. */
export const takeSnapshot = (config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<Snapshot> =>
  config.DATABASE_URL ? snapshotOfPostgres(config.DATABASE_URL) : snapshotOfSqlite(sqliteFile(config))

const MIGRATIONS = 'select name from kysely_migration order by name'
const PAGES_BYTES = `select (page_count - freelist_count) * page_size as bytes
  from pragma_page_count, pragma_freelist_count, pragma_page_size`
const TABLES_BYTES = `select sum(pg_table_size(oid)) as bytes from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'`
const UNDEFINED_TABLE = '42P01'

/** Explains the error for a database that exists, but on which no server has started. */
function explainEmpty(error: unknown): never {
  const { message, code } = error as Error & { code?: string }
  const isEmpty = code === UNDEFINED_TABLE || message.startsWith('no such table')
  throw isEmpty ? new BackupError('There are no data yet: the database is empty') : error
}

async function snapshotOfSqlite(file: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new BackupError(`There are no data yet: no file ${file}`)
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('begin')
  const queryNames = (sql: string) => db.prepare(sql).all() as { name: string }[]
  const migrations = readMigrations().map(({ name }) => name)
  // In the order of their creation: no row refers to a later table. Without the tables of full-text search.
  const tables = queryNames(`
    select s.name from sqlite_schema s join pragma_table_list l on l.name = s.name and l.schema = 'main'
    where s.type = 'table' and l.type = 'table' and s.name not like 'sqlite_%' order by s.rowid`)

  function readMigrations() {
    try {
      return queryNames(MIGRATIONS)
    } catch (error) {
      db.close()
      return explainEmpty(error)
    }
  }

  function* rowsOf(table: string): Iterable<Row> {
    const statement = db.prepare(`select * from "${table}"`)
    for (const row of statement.iterate()) yield Object.values(row) as Row
  }
  const [size] = db.prepare(PAGES_BYTES).all() as { bytes: number }[]
  return {
    migrations,
    bytes: size?.bytes ?? 0,
    async *tables() {
      for (const { name } of tables.filter((table) => isBackedUp(table.name))) {
        const columns = queryNames(`select name from pragma_table_info('${name}')`).map((row) => row.name)
        yield { table: name, columns, rows: rowsOf(name) }
      }
    },
    async close() {
      db.close()
    },
  }
}

async function snapshotOfPostgres(connectionString: string): Promise<Snapshot> {
  const types = { getTypeParser: (oid: number) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)) }
  const client = new pg.Client({ connectionString, types: types as pg.CustomTypesConfig })
  // A lost connection fails the next statement. Without a listener it would end the process without a reason.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin isolation level repeatable read, read only')
  const queryNames = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)
  const migrations = await queryNames(MIGRATIONS).catch(async (error) => {
    await client.end()
    return explainEmpty(error)
  })
  const tables = await queryNames(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by oid`)

  async function* rowsOf(table: string): AsyncIterable<Row> {
    await client.query(`declare backup no scroll cursor for select * from "${table}"`)
    while (true) {
      const { rows } = await client.query<Row>({ text: `fetch ${FETCH_ROWS} from backup`, rowMode: 'array' })
      if (rows.length === 0) break
      yield* rows
    }
    await client.query('close backup')
  }
  const { rows: sizes } = await client.query<{ bytes: string | null }>(TABLES_BYTES)
  return {
    migrations,
    bytes: Number(sizes[0]?.bytes),
    async *tables() {
      for (const table of tables.filter(isBackedUp)) {
        const columns = await queryNames(`
          select attname as name from pg_attribute
          where attrelid = '"${table}"'::regclass and attnum > 0 and not attisdropped order by attnum`)
        yield { table, columns, rows: rowsOf(table) }
      }
    },
    close: () => client.end(),
  }
}
