import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema.ts'

/** The first state is a database as of this migration, with the rows of the script. */
const LAST_MIGRATION = '004-agents'
const script = readFileSync(new URL('../db/fixtures/first-state.sql', import.meta.url), 'utf8')
/** Insert statements of the script, without those of the tables in which Kysely stores its migrations. */
const inserts = script.split(/(?<=;)\n/).filter((statement) => /^insert into "(?!kysely)/.test(statement))

/** Columns that a later migration derives again. */
const DERIVED = new Set(['search'])

/** The fixture's tables with their columns. */
const columns = new Map(
  inserts.map((statement) => {
    const [, table = '', names = ''] = /^insert into "(\w+)" \(([^)]*)\)/.exec(statement) ?? []
    return [
      table,
      names
        .replaceAll('"', '')
        .split(', ')
        .filter((name) => !DERIVED.has(name)),
    ] as const
  }),
)

/** Writes the first state into a new SQLite file. */
export function writeFirstSqlite(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(script)
  db.close()
}

/** Brings an empty PostgreSQL database to the first state. */
export async function writeFirstPostgres(url: string): Promise<void> {
  const db = openPostgres(url)
  await migrate(db, { upTo: LAST_MIGRATION })
  await sql.raw(inserts.join('\n')).execute(db)
  await db.destroy()
}

/** Values in the columns of the first state, by table. */
export async function readFirstRows(db: Db): Promise<Record<string, string[]>> {
  const found = [...columns].map(async ([table, names]) => {
    const { rows: all } =
      await sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(db)
    return [table, all.map((row) => JSON.stringify(row)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(found))
}
