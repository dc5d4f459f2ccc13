// The limit of storing samples: `POST /` puts a given number of rows into a bare SQLite table, BATCH_SIZE a
// transaction.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BATCH_SIZE = Number(process.env.BATCH_SIZE)

const db = new DatabaseSync(path.join(process.env.DATA_DIR ?? '.', 'limit.db'))
db.exec('pragma journal_mode = wal; pragma synchronous = full')
db.exec('create table samples (agent_ref integer, at integer, set_id integer, body text)')
db.exec('create index samples_at on samples (agent_ref, at)')
const insert = db.prepare('insert into samples (agent_ref, at, set_id, body) values (?, ?, ?, ?)')
const body = process.env.BODY ?? ''
let at = Date.now()

function store(rows: number): void {
  for (let done = 0; done < rows; done += BATCH_SIZE) {
    db.exec('begin immediate')
    for (let n = 0; n < Math.min(BATCH_SIZE, rows - done); n++) insert.run(n % 16, at++, 1, body)
    db.exec('commit')
  }
}

const server = createServer((request, response) => {
  store(Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('rows')))
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
