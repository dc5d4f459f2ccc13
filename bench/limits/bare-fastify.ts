// The limit of an HTTP answer: Fastify that sends the bytes in BODY, with no access check, validation or database.
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

const body = process.env.BODY ?? ''
const app = fastify()
app.get('/', async (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
