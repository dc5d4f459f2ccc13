import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let ada: string
let agent: { id: string; token: string }
async function register(token: string) {
  const { body } = await world.call(agents.register, {}, token)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
beforeEach(async () => {
  world = await createTestApp({ times: { commitMs: 5 } })
  ada = (await world.signUp('ada')).tokens.accessToken
  agent = await register(ada)
})
afterEach(() => world.close())

const records = async () => (await world.call(agents.records, { params: { id: agent.id } }, ada)).body.data.records
const post = (body: unknown, token = agent.token, id = agent.id) =>
  world.call(telemetry.push, { params: { id }, body }, token)

test('posting data needs only the token', async () => {
  const { status, body } = await post({ dataType: 'door', tags: ['hall'], data: { open: true } })
  expect(status).toBe(200)
  expect(body.data.records).toMatchObject([{ dataType: 'door', tags: ['hall'], data: { data: { open: true } } }])
  expect(await records()).toEqual(body.data.records)
})

test('a post of metrics is stored, too', async () => {
  expect((await post({ metrics: { 'pump.flow': 1.5 } })).status).toBe(200)
  expect(await records()).toMatchObject([{ dataType: 'data', data: { data: { 'pump.flow': 1.5 } } }])
})

test('clients receive a post live as a sample, a record or both', async () => {
  const stream = await openEvents(await world.listen(), ada)
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

test('E6 a post is refused to users, to other agents, and without data', async () => {
  const other = await register((await world.signUp('bob')).tokens.accessToken)
  expect((await post({ data: 1 }, ada)).status).toBe(401)
  expect((await post({ data: 1 }, other.token)).status).toBe(403)
  expect((await post({ data: 1 }, agent.token, other.id)).status).toBe(403)
  for (const body of [{}, { dataType: 'x' }, { data: 1, agentId: 'x' }, { metrics: { 'Bad Name': 1 } }, '"text"'])
    expect((await post(body)).status).toBe(typeof body === 'string' ? 415 : 400)
})
