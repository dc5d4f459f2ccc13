// Authenticated JSON reads, against a bare Fastify that sends the same bytes, or reads the same rows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { alternate, requestWork, type Work } from './load.ts'
import type { Measured } from './measured.ts'
import { type Program, startProduct, startProgram } from './programs.ts'
import { storeResults } from './results.ts'
import { call, newTokens, registerAgents, signUp } from './swarm.ts'

const ROUNDS = { rounds: 7, seconds: 1.5 }
const AGENTS = 20
/** Lists that are read for each change of an agent's name. */
const LISTS_A_CHANGE = 20

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'atalaya-reads-'))
const server = await startProduct({ DATA_DIR })
const accessToken = await signUp(server.url)
const [agent] = await registerAgents(server.url, accessToken, AGENTS)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const signedIn = bearer(accessToken)
/** Access tokens of accounts that share the load: each may make 3,000 calls a minute, and two would not do. */
const accessTokens = [
  accessToken,
  ...(await Promise.all(['second', 'third', 'fourth'].map((name) => signUp(server.url, name)))),
]
const apiTokens = (await Promise.all(accessTokens.map((token) => newTokens(server.url, token, 48)))).flat()
let calls = 0
const byApiTokens = () => bearer(apiTokens[calls++ % apiTokens.length] ?? '')
const url = { me: `${server.url}/auth/me`, list: `${server.url}/api/v1/agents?pageSize=${AGENTS}` }

/** Compares responses of the product with those of a bare program, which is ended afterwards. */
async function compare(
  limit: Program,
  url: string,
  { wrapWork = (work: Work) => work, headers = () => signedIn } = {},
): Promise<Measured['rounds']> {
  const limitWork = requestWork(() => [limit.pid], { url: `${limit.url}/` })
  const ours = requestWork(() => [server.pid], { url, headers })
  const rounds = await alternate(limitWork, wrapWork(ours), ROUNDS)
  for (const work of [limitWork, ours]) work.close()
  await limit.stop()
  return rounds('perCpuSecond')
}

/** Reads the lists while one agent after the other gets another name. */
function amongChanges(lists: Work): Work {
  let count = 0
  const rename = () =>
    call(`${server.url}/api/v1/agents/${agent?.id}`, 'PATCH', { name: `Machine ${count}` }, accessToken)
  const once = async () => {
    if (count++ % LISTS_A_CHANGE === 0) await rename()
    return lists.once()
  }
  return { ...lists, once }
}

/** A bare Fastify that sends the same bytes as the product. */
async function sameBytes(url: string): Promise<Program> {
  const BODY = await (await fetch(url, { headers: signedIn })).text()
  return startProgram('bench/limits/bare-fastify.ts', { BODY })
}

const bareList = () => startProgram('bench/limits/bare-list.ts', { DATABASE: path.join(DATA_DIR, 'atalaya.db') })
const list = `Authenticated JSON list (${AGENTS} agents)`
const figure = { limit: 'Fastify, same rows by prepared statements', unit: 'requests/CPU s' }
const measured: Measured[] = [
  {
    what: 'Authenticated JSON read (who am I)',
    ...figure,
    limit: 'bare Fastify, same bytes',
    goal: 0.6,
    rounds: await compare(await sameBytes(url.me), url.me),
  },
  {
    what: 'The same by a token for programs',
    ...figure,
    limit: 'bare Fastify, same bytes',
    goal: 0.6,
    rounds: await compare(await sameBytes(url.me), url.me, { headers: byApiTokens }),
  },
  { what: list, ...figure, goal: 0.5, rounds: await compare(await bareList(), url.list) },
  {
    what: `${list}, one renamed every ${LISTS_A_CHANGE} lists`,
    ...figure,
    goal: null,
    rounds: await compare(await bareList(), url.list, { wrapWork: amongChanges }),
  },
]
await server.stop()
rmSync(DATA_DIR, { recursive: true, force: true })
storeResults('reads', { measured })
