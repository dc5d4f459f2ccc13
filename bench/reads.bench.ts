// Authenticated JSON reads, against a bare Fastify that sends the same bytes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { alternate, asked } from './load.ts'
import type { Measured } from './measured.ts'
import { type Program, startProduct, startProgram } from './programs.ts'
import { keep } from './results.ts'
import { register, signUp } from './swarm.ts'

const ROUNDS = { rounds: 7, seconds: 1.5 }
const AGENTS = 20
const GOAL = 0.6

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'atalaya-reads-'))
const server = await startProduct({ DATA_DIR })
const person = await signUp(server.url)
await register(server.url, person, AGENTS)
const headers = { authorization: `Bearer ${person}` }

/** An answer of the product against one of a bare program, which is ended afterwards. */
async function against(limit: Program, address: string): Promise<Measured['rounds']> {
  const least = asked(() => [limit.pid], { url: `${limit.url}/` })
  const ours = asked(() => [server.pid], { url: `${server.url}${address}`, headers })
  const rounds = await alternate(least, ours, ROUNDS)
  for (const work of [least, ours]) work.close()
  await limit.stop()
  return rounds('perCpuSecond')
}

/** A bare Fastify with the bytes that the product answers. */
async function sameBytes(address: string): Promise<Program> {
  const BODY = await (await fetch(`${server.url}${address}`, { headers })).text()
  return startProgram('bench/limits/bare-fastify.ts', { BODY })
}

const [me, list] = ['/auth/me', '/api/v1/agents']
const what = { me: 'Authenticated JSON read (who am I)', list: `Authenticated JSON list (${AGENTS} agents)` }
const bytes = { limit: 'bare Fastify, same bytes', unit: 'requests/CPU s', goal: GOAL }
const rows = { limit: 'Fastify, same rows by prepared statements', unit: 'requests/CPU s', goal: null }
const bareList = () => startProgram('bench/limits/bare-list.ts', { DATABASE: path.join(DATA_DIR, 'atalaya.db') })
const measured: Measured[] = [
  { what: what.me, ...bytes, rounds: await against(await sameBytes(me), me) },
  { what: what.list, ...bytes, rounds: await against(await sameBytes(list), list) },
  { what: what.list, ...rows, rounds: await against(await bareList(), list) },
]
await server.stop()
rmSync(DATA_DIR, { recursive: true, force: true })
keep('reads', { measured })
