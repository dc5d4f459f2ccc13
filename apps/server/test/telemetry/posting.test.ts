import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let ada: string
let agent: { id: string; token: string }
async function register(token: string) {
  const { body } = await it.call(agents.register, {}, token)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
beforeEach(async () => {
  it = await createTestApp({ times: { commitMs: 5 } })
  ada = (await it.signUp('ada')).tokens.accessToken
  agent = await register(ada)
})
afterEach(() => it.close())

const records = async () => (await it.call(agents.records, { params: { id: agent.id } }, ada)).body.data.records
const post = (body: unknown, token = agent.token, id = agent.id) =>
  it.call(telemetry.push, { params: { id }, body }, token)

test('posting data needs no more than the token', async () => {
  const { status, body } = await post({ dataType: 'door', tags: ['hall'], data: { open: true } })
  expect(status).toBe(200)
  expect(body.data.records).toMatchObject([{ dataType: 'door', tags: ['hall'], data: { data: { open: true } } }])
  expect(await records()).toEqual(body.data.records)
})

test('numbers are taken too', async () => {
  expect((await post({ metrics: { 'pump.flow': 1.5 } })).status).toBe(200)
  expect(await records()).toMatchObject([{ dataType: 'data', data: { data: { 'pump.flow': 1.5 } } }])
})

test('a post is live as a sample, a record, or both', async () => {
  const stream = await openEvents(await it.listen(), ada)
  const received = () =>
    stream.ofType('agent.data').map(({ data: { samples, records } }) => ({
      metrics: samples.map(({ metrics }) => metrics),
      data: records.map(({ data }) => data.data),
    }))
  await post({ metrics: { flow: 1 } })
  await post({ data: 'open' })
  await post({ metrics: { flow: 2 }, data: 'shut' })
  await expect.poll(received).toEqual([
    { metrics: [{ flow: 1 }], data: [] },
    { metrics: [], data: ['open'] },
    { metrics: [{ flow: 2 }], data: ['shut'] },
  ])
  await stream.close()
})

test('E6 posting is refused to people, to other agents, and without anything to store', async () => {
  const other = await register((await it.signUp('bob')).tokens.accessToken)
  expect((await post({ data: 1 }, ada)).status).toBe(401)
  expect((await post({ data: 1 }, other.token)).status).toBe(403)
  expect((await post({ data: 1 }, agent.token, other.id)).status).toBe(403)
  for (const body of [{}, { dataType: 'x' }, { data: 1, agentId: 'x' }, { metrics: { 'Bad Name': 1 } }, '"text"'])
    expect((await post(body)).status).toBe(typeof body === 'string' ? 415 : 400)
})
