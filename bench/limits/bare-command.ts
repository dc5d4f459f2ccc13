// The limit of sending a command: a POST, one row that is on the disk before it goes on, a frame on a WebSocket.
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'

const db = new DatabaseSync(path.join(process.env.DATA_DIR ?? '.', 'limit.db'))
db.exec('pragma journal_mode = wal; pragma synchronous = full; create table commands (body text)')
const insert = db.prepare('insert into commands values (?)')
const app = fastify()
const sockets = new Set<WebSocket>()
new WebSocketServer({ server: app.server, perMessageDeflate: false }).on('connection', (socket) => sockets.add(socket))
app.post('/', async (request) => {
  const body = JSON.stringify(request.body)
  insert.run(body)
  for (const socket of sockets) socket.send(body)
  return { success: true }
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => process.exit(0))
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
