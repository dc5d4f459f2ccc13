import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

type Row = Record<string, unknown>

/** One connection to a database; parameters are `$1`, `$2`, each once and in order. Every commit is on the disk. */
export type Store = {
  run: (sql: string, values?: (string | number)[]) => Promise<Row[]>
  inTransaction: <T>(work: () => Promise<T>) => Promise<T>
}

/** The database of DATABASE_URL, or SQLite in DATA_DIR, with these tables. Transactions wait for one another. */
export async function openStore(tables: string[]): Promise<Store> {
  const { DATABASE_URL, DATA_DIR = '.' } = process.env
  const run = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite(DATA_DIR)
  for (const table of tables) await run(table)
  let last: Promise<unknown> = Promise.resolve()

  async function transact<T>(work: () => Promise<T>): Promise<T> {
    await run('begin')
    const result = await work()
    await run('commit')
    return result
  }

  return {
    run,
    inTransaction<T>(work: () => Promise<T>): Promise<T> {
      const transaction = last.then(() => transact(work))
      last = transaction.catch(() => undefined)
      return transaction
    },
  }
}

function onSqlite(folder: string): Store['run'] {
  const db = new DatabaseSync(path.join(folder, 'limit.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  const prepared = new Map<string, ReturnType<typeof db.prepare>>()
  return async (sql, values = []) => {
    const statement = prepared.get(sql) ?? db.prepare(sql.replaceAll(/\$\d/g, '?'))
    prepared.set(sql, statement)
    return statement.all(...values)
  }
}

async function onPostgres(connectionString: string): Promise<Store['run']> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const names = new Map<string, string>()
  return async (sql, values = []) => {
    const name = names.get(sql) ?? `s${names.size}`
    names.set(sql, name)
    return (await client.query<Row>({ name, text: sql, values })).rows
  }
}
