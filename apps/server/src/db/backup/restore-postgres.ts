import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrationNames } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { BackupError } from './backup-file.ts'
import { load } from './load.ts'

const SCHEMA = 'atalaya_restoring'
const TRIES = 10
const TRY_AFTER_MS = 200

/**
 * Replaces our tables in a PostgreSQL database by those of a backup. Loads the backup beside them, then swaps all of
 * them in one transaction.
 * @throws BackupError while somebody else is connected to the database, or if a newer version has used it
 */
export async function restorePostgres(url: string, backup: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection fails the next statement. Without a listener it would end the process without a reason.
  client.on('error', () => {})
  await client.connect()
  const queryNames = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)
  let isSchemaCreated = false
  try {
    await refuseOthers(client)
    await refuseNewer(queryNames)
    const [schema = 'public'] = await queryNames('select current_schema() as name')
    await client.query(`drop schema if exists ${SCHEMA} cascade`)
    await client.query(`create schema ${SCHEMA}`)
    isSchemaCreated = true
    const db = openPostgres(withSearchPath(url, [SCHEMA, schema]))
    await load(db, backup, SCHEMA).finally(() => db.destroy())

    const tables = await queryNames(`
      select relname as name from pg_class
      where relnamespace = '${SCHEMA}'::regnamespace and relkind in ('r', 'p') order by relispartition`)
    await refuseOthers(client)
    const extensions = await queryNames(`
      select extname as name from pg_extension where extnamespace = '${SCHEMA}'::regnamespace`)
    await client.query('begin')
    for (const name of extensions) await client.query(`alter extension "${name}" set schema "${schema}"`)
    const functions = await queryNames(`
      select proname as name from pg_proc where pronamespace = '${SCHEMA}'::regnamespace`)
    for (const table of tables) await client.query(`drop table if exists "${schema}"."${table}" cascade`)
    for (const table of tables) {
      await setSequences(client, table)
      await client.query(`alter table ${SCHEMA}."${table}" set schema "${schema}"`)
    }
    for (const name of functions) {
      await client.query(`drop function if exists "${schema}"."${name}"`)
      await client.query(`alter function ${SCHEMA}."${name}" set schema "${schema}"`)
    }
    await client.query('commit')
    await client.query(`drop schema ${SCHEMA} cascade`)
  } catch (error) {
    // Rows that are loaded so far would take room until the next restore.
    if (isSchemaCreated) await client.query(`rollback; drop schema if exists ${SCHEMA} cascade`).catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

/** Refuses to go on while others are connected. Retries, since a closed connection may take a moment to disappear. */
async function refuseOthers(client: pg.Client, tries = TRIES): Promise<void> {
  const { rowCount } = await client.query(`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  if (!rowCount) return
  if (tries === 0) throw new BackupError('Others are connected to the database; stop every instance of Atalaya first')
  await delay(TRY_AFTER_MS)
  return refuseOthers(client, tries - 1)
}

/** Refuses a database with tables of a newer version: they would stay, and stop the next upgrade. */
async function refuseNewer(queryNames: (sql: string) => Promise<string[]>): Promise<void> {
  const known = await migrationNames()
  const done = await queryNames('select name from kysely_migration').catch(() => [])
  if (done.every((name) => known.includes(name))) return
  throw new BackupError(
    'A newer version of Atalaya has used this database; make an empty one and set DATABASE_URL to it',
  )
}

/** Sets the sequence of each auto-incremented key to the highest key of the loaded rows. */
async function setSequences(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select a.attname as name, pg_get_serial_sequence($1, a.attname) as sequence from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and pg_get_serial_sequence($1, a.attname) is not null`,
    [`${SCHEMA}."${table}"`],
  )
  for (const { name, sequence } of rows) {
    await client.query(`select setval('${sequence}', (select max("${name}") from ${SCHEMA}."${table}"))`)
  }
}

function withSearchPath(url: string, schemas: string[]): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${schemas.join(',')}`)
  return address.href
}
