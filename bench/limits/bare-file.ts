// The limit of a static file: Fastify that sends FILE from memory, compressed as it is, with no look-up of a file name.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

const body = readFileSync(process.env.FILE ?? '')
const headers = { 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' }
const app = fastify()
app.get('/', async (_request, reply) => reply.headers(headers).send(body))
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
