// The limit of sending a command: the minimal program that keeps the promises of a command. A POST finds the target.
// Batch, command, first step and audit entry are on the disk before the command is claimed. The claim and its step are
// on the disk before a frame leaves, so that no restart sends it twice. Rows are SQLite's, or PostgreSQL's with
// DATABASE_URL.
// With NATS_URL the program is one of two: the one with ROLE `agents` claims and sends what the other one has stored.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect } from '@nats-io/transport-node'
import fastify from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { openStore } from './bare-store.ts'

const { NATS_URL, ROLE } = process.env
const SUBJECT = 'bare.command'
const TABLES = [
  'create table if not exists targets (id text primary key, owner text not null, name text not null)',
  'create table if not exists batches (id text primary key, owner text not null, body text not null, at bigint not null)',
  `create table if not exists commands (id text primary key, batch text not null, agent text not null,
    status text not null, attempt int not null, at bigint not null)`,
  'create index if not exists open_commands on commands (agent, status)',
  'create table if not exists steps (command text not null, at bigint not null, status text not null)',
  'create table if not exists audit (at bigint not null, action text not null, who text not null, target text not null)',
]

const store = await openStore(TABLES)
const nats = NATS_URL === undefined ? null : await connect({ servers: NATS_URL })
const app = fastify()
const sockets = new Set<WebSocket>()
new WebSocketServer({ server: app.server, perMessageDeflate: false }).on('connection', (socket) => sockets.add(socket))

type Body = { command: string; agentId: string }

async function storeCommand({ agentId, command }: Body, id: string): Promise<void> {
  const at = Date.now()
  const batch = randomUUID()
  await store.run('insert into batches values ($1, $2, $3, $4)', [batch, 'owner', command, at])
  await store.run('insert into commands values ($1, $2, $3, $4, 0, $5)', [id, batch, agentId, 'queued', at])
  await store.run('insert into steps values ($1, $2, $3)', [id, at, 'queued'])
  await store.run('insert into audit values ($1, $2, $3, $4)', [at, 'agent.command', 'owner', agentId])
}

/** Claims the waiting commands of an agent. Returns their ids. */
async function claim(agentId: string): Promise<string[]> {
  const rows = await store.run(
    `update commands set status = 'sent', attempt = attempt + 1 where agent = $1 and status = 'queued' returning id`,
    [agentId],
  )
  const ids = rows.map(({ id }) => String(id))
  for (const id of ids) await store.run('insert into steps values ($1, $2, $3)', [id, Date.now(), 'sent'])
  return ids
}

function send(ids: string[]): void {
  for (const execId of ids) for (const socket of sockets) socket.send(JSON.stringify({ t: 'cmd', d: { execId } }))
}

app.post<{ Body: Body }>('/', async ({ body }) => {
  const [target] = await store.run('select id from targets where id = $1 and owner = $2', [body.agentId, 'owner'])
  if (!target) throw new Error('No such target')
  const id = randomUUID()
  const claimed = await store.inTransaction(async () => {
    await storeCommand(body, id)
    return nats ? [] : claim(body.agentId)
  })
  nats?.publish(SUBJECT, body.agentId)
  send(claimed)
  return { commandId: id }
})
if (ROLE !== 'agents') await store.run('insert into targets values ($1, $2, $3)', ['x', 'owner', 'x'])
if (ROLE === 'agents') {
  nats?.subscribe(SUBJECT, {
    callback: (_error, message) => void store.inTransaction(() => claim(message.string())).then(send),
  })
}
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => process.exit(0))
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
