// The limit of a write: `POST /?times=N` changes a widget and its page's version in one transaction. It is on the disk
// before the next one begins: on SQLite one after the other, on PostgreSQL ten at a time.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { serveTimes } from './serve-times.ts'

const ROWS = 16
const CONNECTIONS = 10
const { DATABASE_URL, BODY = '' } = process.env
const tables = [
  'create table bare_pages (id integer primary key, version integer)',
  'create table bare_widgets (id integer primary key, page_id integer, config text)',
]
const rows = Array.from({ length: ROWS }, (_, id) => [
  `insert into bare_pages values (${id}, 0)`,
  `insert into bare_widgets values (${id}, ${id}, '')`,
]).flat()

type Write = (row: number) => void | Promise<void>

function onSqlite(): Write {
  const db = new DatabaseSync(path.join(process.env.DATA_DIR ?? '.', 'limit.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  for (const line of [...tables, ...rows]) db.exec(line)
  const page = db.prepare('update bare_pages set version = version + 1 where id = ?')
  const widget = db.prepare('update bare_widgets set config = ? where id = ?')
  return (row) => {
    db.exec('begin immediate')
    page.run(row)
    widget.run(BODY, row)
    db.exec('commit')
  }
}

async function onPostgres(connectionString: string): Promise<Write> {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS })
  for (const line of [...tables, ...rows]) await pool.query(line)
  return async (row) => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('update bare_pages set version = version + 1 where id = $1', [row])
    await client.query('update bare_widgets set config = $1 where id = $2', [BODY, row])
    await client.query('commit')
    client.release()
  }
}

const write = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite()

async function writeMany(times: number): Promise<void> {
  let done = 0
  const worker = async () => {
    for (; done < times; ) await write(done++ % ROWS)
  }
  await Promise.all(Array.from({ length: DATABASE_URL ? CONNECTIONS : 1 }, worker))
}

serveTimes(writeMany)
