// `node killed-migration.ts DATABASE [N]` migrates DATABASE, the path of a SQLite file or the URL of a PostgreSQL
// database. The process kills itself while the N-th statement runs; without N it prints all statements.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'
import { startSqliteThread } from '#server/db/sqlite-thread.ts'

const [database = '', fatal = '0'] = process.argv.slice(2)
const statements: string[] = []

/** Counts a sent statement. */
function countStatement(sql: string): void {
  if (statements.push(sql) === Number(fatal)) process.kill(process.pid, 'SIGKILL')
}

function onSqlite() {
  return sqliteDialect(database, () => {
    const writer = startSqliteThread(database)
    return {
      ...writer,
      run(statements) {
        const done = writer.run(statements)
        for (const { sql } of statements) countStatement(sql)
        return done
      },
    }
  })
}

function onPostgres() {
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const counted = (...all: unknown[]) => {
      const done = query(...all)
      countStatement(String(all[0]))
      return done
    }
    Object.assign(client, { query: counted })
  })
  return new PostgresDialect({ pool })
}

const db = new Kysely<Schema>({ dialect: database.startsWith('postgres') ? onPostgres() : onSqlite() })
await migrate(db)
await db.destroy()
process.stdout.write(JSON.stringify(statements))
