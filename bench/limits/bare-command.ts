// The limit of sending a command: a POST, one row that is on the disk before it goes on, a frame on a WebSocket. The row
// is SQLite's, or PostgreSQL's where DATABASE_URL names one.
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

const { DATABASE_URL, DATA_DIR = '.' } = process.env
const TABLE = 'create table bare_commands (body text)'

function onSqlite() {
  const db = new DatabaseSync(path.join(DATA_DIR, 'limit.db'))
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLE}`)
  const insert = db.prepare('insert into bare_commands values (?)')
  return (body: string) => insert.run(body)
}

async function onPostgres(connectionString: string) {
  const pool = new pg.Pool({ connectionString })
  await pool.query(TABLE)
  return (body: string) => pool.query('insert into bare_commands values ($1)', [body])
}

const store = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite()
const app = fastify()
const sockets = new Set<WebSocket>()
new WebSocketServer({ server: app.server, perMessageDeflate: false }).on('connection', (socket) => sockets.add(socket))
app.post('/', async (request) => {
  const body = JSON.stringify(request.body)
  await store(body)
  for (const socket of sockets) socket.send(body)
  return { success: true }
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => process.exit(0))
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
