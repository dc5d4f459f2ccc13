import { type AgentRecord, agents, RECORDS_LISTED_MAX } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const KB = 1024

let it: TestApp
let ada: string
let bob: string
beforeAll(async () => {
  it = await createTestApp({ times: { commitMs: 2 } })
  await it.signUp('admin')
  ada = (await it.signUp('ada')).tokens.accessToken
  bob = (await it.signUp('bob')).tokens.accessToken
})
afterAll(() => it.close())

/** Registers an agent that sends records of these sizes in bytes. Returns the parameters for calls about it. */
async function agentThatSent(...sizes: number[]) {
  const { agent, token } = (await it.call(agents.register, {}, ada)).body.data
  const params = { id: agent._id as string }
  for (const size of sizes) {
    const { status } = await it.call(telemetry.push, { params, body: { data: 'x'.repeat(size) } }, token)
    expect(status).toBe(200)
  }
  return params
}
const sizesOf = (records: AgentRecord[]) =>
  records.map(({ data: { data }, omittedBytes }) => [typeof data === 'string' ? data.length : data, omittedBytes])

test('a list includes records up to a size, and only the size of larger ones', async () => {
  const params = await agentThatSent(50 * KB, 10, 900 * KB, 30 * KB)
  const listRecords = async (pageSize: string) =>
    (await it.call(agents.records, { params, query: { pageSize } }, ada)).body.data.records as AgentRecord[]
  // Sizes are of JSON, with two quotes around each text.
  expect(sizesOf(await listRecords('100'))).toEqual([
    [30 * KB, undefined],
    [null, 900 * KB + 2],
    [10, undefined],
    [null, 50 * KB + 2],
  ])
  const few = await listRecords('4')
  expect(sizesOf(few).map(([size]) => size)).toEqual([30 * KB, 900 * KB, 10, 50 * KB])
  const { reply } = await it.call(agents.latest, {}, ada)
  expect(reply.body.length).toBeLessThan(8 * KB * KB)
})

test('a record that is omitted from a list can be read separately by its owner', async () => {
  const params = await agentThatSent(900 * KB)
  const [listed] = (await it.call(agents.records, { params, query: { pageSize: '100' } }, ada)).body.data.records
  expect(listed).toMatchObject({ data: { data: null }, omittedBytes: 900 * KB + 2 })
  const request = { params: { ...params, recordId: listed._id } }
  const { status, body } = await it.call(agents.record, request, ada)
  expect(status).toBe(200)
  const { omittedBytes, ...whole } = listed
  expect(body.data.record).toEqual({ ...whole, data: { data: 'x'.repeat(900 * KB) } })
  expect((await it.call(agents.record, request, bob)).status).toBe(404)
  const other = await agentThatSent(1)
  expect((await it.call(agents.record, { params: { ...other, recordId: listed._id } }, ada)).body.code).toBe(
    'telemetry.no_record',
  )
})

test('a sample can be read like a record', async () => {
  const { agent, token } = (await it.call(agents.register, {}, ada)).body.data
  const params = { id: agent._id as string }
  await it.call(telemetry.push, { params, body: { metrics: { flow: 1.5 } } }, token)
  const [listed] = (await it.call(agents.records, { params }, ada)).body.data.records
  const { body } = await it.call(agents.record, { params: { ...params, recordId: listed._id } }, ada)
  expect(body.data.record).toEqual(listed)
  expect(listed.data).toEqual({ data: { flow: 1.5 } })
  for (const recordId of ['s0', 's9', 's99999999999999999999', 'nothing']) {
    expect((await it.call(agents.record, { params: { ...params, recordId } }, ada)).status).toBe(404)
  }
})

test('pages end at the newest ten thousand records, and older ones are not counted', async () => {
  const params = await agentThatSent(1)
  await it.withDatabase(async (db) => {
    const { ref } = await db.selectFrom('agents').select('ref').where('id', '=', params.id).executeTakeFirstOrThrow()
    const { set_id } = await db.selectFrom('samples').select('set_id').executeTakeFirstOrThrow()
    const now = Date.now()
    for (let start = 0; start < RECORDS_LISTED_MAX + 500; start += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => ({ agent_ref: ref, at: now - start - n, set_id, body: '[1]' }))
      await db.insertInto('samples').values(rows).execute()
    }
  })
  const page = async (number: number) =>
    (await it.call(agents.records, { params, query: { page: String(number), pageSize: '100' } }, ada)).body.data
  expect((await page(1)).pagination).toEqual({ total: RECORDS_LISTED_MAX, current: 1, pages: 100, pageSize: 100 })
  expect((await page(100)).records).toHaveLength(100)
  expect((await page(101)).records).toEqual([])
  const stamps = [...(await page(2)).records, ...(await page(3)).records].map(({ createdAt }) => createdAt)
  expect(stamps).toEqual(stamps.toSorted().reverse())
})
