import { requestsPerCpuSecond } from './load.ts'
import type { Measured } from './measured.ts'
import { startProduct, startProgram } from './programs.ts'

const ROUNDS = 5
const SECONDS = 2

const account = { username: 'bench', password: 'quiet lantern on the hill' }
const profile = { email: 'bench@example.org', name: 'Ada', surname: 'Lovelace', birthday: '1990-12-10' }

type Answer = { data: { tokens: { accessToken: string } } }

async function post(url: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** An authenticated JSON read, against a bare Fastify that sends the same bytes. */
export async function reads(): Promise<Measured> {
  const server = await startProduct()
  await post(`${server.url}/auth/register`, { ...account, ...profile })
  const { data } = await post(`${server.url}/auth/login`, account)
  const shot = { url: `${server.url}/auth/me`, headers: { authorization: `Bearer ${data.tokens.accessToken}` } }
  const body = await (await fetch(shot.url, { headers: shot.headers })).text()
  const limit = await startProgram('bench/limits/bare-fastify.ts', { BODY: body })
  const rounds: Measured['rounds'] = []
  // The first round warms both up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const least = await requestsPerCpuSecond(limit.pid, { url: `${limit.url}/` }, SECONDS)
    const ours = await requestsPerCpuSecond(server.pid, shot, SECONDS)
    if (round > 0) rounds.push({ limit: least, ours })
  }
  await Promise.all([server.stop(), limit.stop()])
  return {
    what: 'Authenticated JSON read',
    limit: 'bare Fastify, same bytes',
    unit: 'requests/CPU s',
    goal: 0.6,
    rounds,
  }
}
