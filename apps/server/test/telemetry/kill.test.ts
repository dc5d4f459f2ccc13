import type { agents } from '@atalaya/contract/agents'
import type { Data } from '@atalaya/contract/route'
import { connectAgent } from '@atalaya/testbed/agent-client'
import type { ServerProcess } from '@atalaya/testbed/server-process'
import { beforeEach, expect, test } from 'vitest'
import { createServerFixture, type ServerFixture } from '#test/support/server-fixture.ts'

const ROUNDS = 4
const FRAME_ITEMS = 20

let fixture: ServerFixture
let server: ServerProcess
beforeEach(async () => {
  fixture = await createServerFixture()
})

async function start(port = '0'): Promise<string> {
  server = fixture.start({ PORT: port })
  return server.ready
}

const headers = (token?: string) => ({
  'content-type': 'application/json',
  ...(token && { authorization: `Bearer ${token}` }),
})
/** Fields of answers that this test reads. */
type Answer = { tokens: { accessToken: string }; agent: { agentId: string }; token: string }

async function post(url: string, body: object, token?: string) {
  const response = await fetch(url, { method: 'POST', headers: headers(token), body: JSON.stringify(body) })
  const answer = (await response.json()) as { data: Answer }
  return answer.data
}

async function register(address: string) {
  const credentials = { username: 'ada', password: 'correct horse battery' }
  await post(`${address}/auth/register`, { ...credentials, email: 'a@example.org', name: 'A', surname: 'L' })
  const { tokens } = await post(`${address}/auth/login`, credentials)
  const { agent, token } = await post(`${address}/api/v1/agents`, {}, tokens.accessToken)
  return { accessToken: tokens.accessToken, agentId: agent.agentId, token }
}

/** Reads all stored numbers, page by page. */
async function readNumbers(address: string, agentId: string, accessToken: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const url = `${address}/api/v1/agents/${agentId}/data?pageSize=100&page=${page}`
    const response = await fetch(url, { headers: headers(accessToken) })
    const { data } = (await response.json()) as { data: Data<typeof agents.records> }
    pages = data.pagination.pages
    found.push(...data.records.map((record) => (record.data.data as { n: number }).n))
  }
  return found
}

test(`after ${ROUNDS} kills during telemetry, acknowledged data is neither lost nor stored twice`, async () => {
  let address = await start()
  const { port } = new URL(address)
  const { accessToken, agentId, token } = await register(address)
  // Samples must be recent: a few seconds after its start the server removes old ones.
  const since = Date.now()
  let acknowledged = 0
  let sent = 0

  for (let round = 0; round < ROUNDS; round++) {
    const agent = await connectAgent(address, token)
    // Resends unacknowledged items and continues until the server is killed.
    const target = acknowledged + 100 + round * 37
    sent = acknowledged
    const sendFrame = () => {
      const d = Array.from({ length: FRAME_ITEMS }, () => {
        const n = ++sent
        return { seq: n, at: new Date(since + n).toISOString(), metrics: { n } }
      })
      agent.send({ t: 'data', d })
    }
    while (acknowledged < target) {
      sendFrame()
      sendFrame()
      acknowledged = Math.max(acknowledged, (await agent.next('data.ack')).d.seq)
    }
    sendFrame()
    server.signal('SIGKILL')
    await server.exited
    for (const frame of agent.frames) if (frame.t === 'data.ack') acknowledged = Math.max(acknowledged, frame.d.seq)
    agent.kill()
    address = await start(port)
  }

  const numbers = await readNumbers(address, agentId, accessToken)
  expect(new Set(numbers).size).toBe(numbers.length)
  const missing = Array.from({ length: acknowledged }, (_, n) => n + 1).filter((n) => !numbers.includes(n))
  expect(missing).toEqual([])
  expect(acknowledged).toBeGreaterThan(ROUNDS * 100)
}, 120_000)
