import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const RECORD_BYTES = 10_000

let it: TestApp
let address: string
let ada: string
let agent: { id: string; token: string }
beforeEach(async () => {
  const times = { commitMs: 5, agentBurstBytes: 2 * RECORD_BYTES, agentBytesPerSecond: 10 }
  it = await createTestApp({ times })
  address = await it.listen()
  ada = (await it.signUp('ada')).tokens.accessToken
  agent = await registerAgent()
})
afterEach(() => it.close())

async function registerAgent() {
  const { body } = await it.call(agents.register, {}, ada)
  return { id: body.data.agent.agentId, token: body.data.token }
}
const record = (seq: number) => ({
  seq,
  at: new Date(Date.now() - 60_000 + seq * 100).toISOString(),
  dataType: `type-${seq}`,
  data: 'x'.repeat(RECORD_BYTES),
})
async function countRecords() {
  const { body } = await it.call(agents.records, { params: { id: agent.id }, query: { pageSize: '1' } }, ada)
  return body.data.pagination.total
}

test('I5 an agent above its rate is no longer read, and other agents do not wait', async () => {
  const flood = await connectAgent(address, agent.token)
  for (let seq = 1; seq <= 200; seq++) flood.send({ t: 'data', d: record(seq) })
  await flood.next('data.ack')
  const other = await connectAgent(address, (await registerAgent()).token)
  other.send({ t: 'data', d: record(1) })
  await other.next('data.ack')
  expect(await countRecords()).toBeLessThan(50)

  const posted = await it.call(telemetry.push, { params: { id: agent.id }, body: { data: 1 } }, agent.token)
  expect(posted.status).toBe(429)
  expect(Number(posted.headers['retry-after'])).toBeGreaterThan(60)
  flood.kill()
})

test('I5 only the newest records of an agent are kept, up to a number and a size', async () => {
  const client = await connectAgent(address, agent.token)
  client.send({ t: 'data', d: Array.from({ length: 6 }, (_, n) => record(n + 1)) })
  await client.next('data.ack')
  /** Removes the records beyond these bounds. Returns their number. */
  const dropSurplus = (number: number, bytes: number, ofAccount = 1e9) =>
    it.withDatabase(async (db) => {
      const { retention } = createRepos(db)
      const ids = await retention.surplusRecords([1, 2], { number, bytes, ofAccount, agents: 1000 }, 100)
      return ids.length === 0 ? 0 : retention.dropRecordsOf([1, 2], ids, 100)
    })
  expect(await dropSurplus(6, 7 * RECORD_BYTES)).toBe(0)
  expect(await dropSurplus(5, 7 * RECORD_BYTES)).toBe(1)
  expect(await dropSurplus(5, 3.5 * RECORD_BYTES)).toBe(2)
  const { body } = await it.call(agents.records, { params: { id: agent.id } }, ada)
  expect(body.data.records.map(({ dataType }: { dataType: string }) => dataType)).toEqual([
    'type-6',
    'type-5',
    'type-4',
  ])
  // With a second agent each may keep half of the account's share.
  await registerAgent()
  expect(await dropSurplus(5, 7 * RECORD_BYTES, 5 * RECORD_BYTES)).toBe(1)
  expect(await dropSurplus(5, 7 * RECORD_BYTES, 1)).toBe(1)
  expect(await countRecords()).toBe(1)
})

test('agents of an account share its limit for stored bytes', async () => {
  await it.close()
  const bounds = { accountBurstBytes: 3 * RECORD_BYTES, accountBytesPerSecond: 10 }
  it = await createTestApp({ times: { commitMs: 5, ...bounds } })
  ada = (await it.signUp('ada')).tokens.accessToken
  const bob = (await it.signUp('bob')).tokens.accessToken
  const post = async ({ id, token }: typeof agent) => {
    const body = { data: 'x'.repeat(RECORD_BYTES) }
    return (await it.call(telemetry.push, { params: { id }, body }, token)).status
  }
  const [one, other] = [await registerAgent(), await registerAgent()]
  expect([await post(one), await post(other), await post(one)]).toEqual([200, 200, 200])
  expect([await post(one), await post(other)]).toEqual([429, 429])
  const { agent: bobsAgent, token } = (await it.call(agents.register, {}, bob)).body.data
  expect(await post({ id: bobsAgent.agentId, token })).toBe(200)
})
