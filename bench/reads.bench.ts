// Authenticated JSON reads, against a bare Fastify that sends the same bytes.
import { alternate, asked } from './load.ts'
import type { Measured } from './measured.ts'
import { startProduct, startProgram } from './programs.ts'
import { keep } from './results.ts'
import { register, signUp } from './swarm.ts'

const ROUNDS = { rounds: 7, seconds: 1.5 }
const AGENTS = 20

const calls = [
  { what: 'Authenticated JSON read (who am I)', path: '/auth/me' },
  { what: `Authenticated JSON list (${AGENTS} agents)`, path: '/api/v1/agents' },
]

const server = await startProduct()
const person = await signUp(server.url)
await register(server.url, person, AGENTS)
const headers = { authorization: `Bearer ${person}` }
const measured: Measured[] = []
for (const { what, path } of calls) {
  const url = `${server.url}${path}`
  const BODY = await (await fetch(url, { headers })).text()
  const limit = await startProgram('bench/limits/bare-fastify.ts', { BODY })
  const [least, ours] = [
    asked(() => [limit.pid], { url: `${limit.url}/` }),
    asked(() => [server.pid], { url, headers }),
  ]
  const rounds = await alternate(least, ours, ROUNDS)
  measured.push({
    what,
    limit: 'bare Fastify, same bytes',
    unit: 'requests/CPU s',
    goal: 0.6,
    rounds: rounds('perCpuSecond'),
  })
  for (const work of [least, ours]) work.close()
  await limit.stop()
}
await server.stop()
keep('reads', { measured })
