// The limit of a list: Fastify reads a page of agents with their owners, and their number, by two prepared statements.
// It sends them as JSON. DATABASE is the product's own file.
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'

const db = new DatabaseSync(process.env.DATABASE ?? '', { readOnly: true })
const page = db.prepare(`
  select agents.id, owner_id, agents.name, tags, status, ip, last_seen, machine, quarantine, agents.created_at,
    email, username, users.name as owner_name, surname
  from agents join users on users.id = owner_id order by agents.created_at desc, agents.id desc limit 20`)
const count = db.prepare('select count(*) as total from agents')
const app = fastify()
app.get('/', async (_request, reply) => {
  const body = { success: true, data: { agents: page.all(), ...count.get() } }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
