import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { type AgentClient, connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let ada: string
let address: string
let client: AgentClient
let seq = 0

beforeEach(async () => {
  world = await createTestApp({ times: { numbersEveryMs: 5 } })
  ada = (await world.signUp('ada')).tokens.accessToken
  const { token } = (await world.call(agents.register, { body: { name: 'a' } }, ada)).body.data
  address = await world.listen()
  client = await connectAgent(address, token)
})
afterEach(async () => {
  client.kill()
  await world.close()
})

async function send(metrics: Record<string, number>, { secondsAgo = 0, dataType = 'system' } = {}): Promise<void> {
  const at = new Date(Date.now() - secondsAgo * 1000).toISOString()
  client.send({ t: 'data', d: { seq: ++seq, at, dataType, metrics } })
  await client.next('data.ack')
}
const readNumbers = async () => (await world.call(agents.list, {}, ada)).body.data.agents[0].numbers

test('the list shows the newest numbers of an agent, in per cent', async () => {
  expect(await readNumbers()).toBeUndefined()
  await send({
    'cpu.percent': 12.34,
    'memory.used': 1,
    'memory.total': 3,
    'disk.used': 90,
    'disk.total': 100,
    'load.1': 1,
  })
  await expect.poll(readNumbers).toEqual({ cpu: 12.3, memory: 33.3, disk: 90, temperature: null })
  await send({ 'cpu.percent': 50, 'temperature.celsius': -4.04 })
  await expect.poll(readNumbers).toEqual({ cpu: 50, memory: 33.3, disk: 90, temperature: -4 })
})

test('an older measurement does not replace a newer one', async () => {
  await send({ 'cpu.percent': 50 })
  await expect.poll(readNumbers).toMatchObject({ cpu: 50 })
  await send({ 'cpu.percent': 10, 'temperature.celsius': 30 }, { secondsAgo: 60 })
  await send({ 'temperature.celsius': 40 })
  await expect.poll(readNumbers).toMatchObject({ cpu: 50, temperature: 40 })
})

test('numbers from several data types are merged, and other numbers are ignored', async () => {
  await send({ 'cpu.percent': 7 })
  await send({ 'disk.used': 1, 'disk.total': 4 }, { dataType: 'disks' })
  await send({ 'pump-3.flow': 1 }, { dataType: 'pump' })
  await expect.poll(readNumbers).toEqual({ cpu: 7, memory: null, disk: 25, temperature: null })
})

test('an agent is found by its machine, address, system and version', async () => {
  client.kill()
  const { agent, token } = (await world.call(agents.register, { body: { tags: ['attic'] } }, ada)).body.data
  const hello = { hostname: 'Quokka.example', os: 'Debian 13', version: '1.2.3' }
  client = await connectAgent(address, token, hello)
  const searchIds = async (query: Record<string, string>) =>
    (await world.call(agents.list, { query }, ada)).body.data.agents.map(({ agentId }: { agentId: string }) => agentId)
  expect(await searchIds({ query: 'quokka' })).toEqual([agent.agentId])
  expect(await searchIds({ query: '127.0.0' })).toContain(agent.agentId)
  expect(await searchIds({ query: 'debian 1' })).toEqual([agent.agentId])
  expect(await searchIds({ system: 'Debian 13', version: '1.2.3' })).toEqual([agent.agentId])
  await world.call(agents.edit, { params: { id: agent.agentId }, body: { name: 'Loft' } }, ada)
  for (const query of ['quokka', 'DEBIAN']) expect(await searchIds({ query })).toEqual([agent.agentId])
})

test('numbers received just before a stop are stored', async () => {
  const slow = await createTestApp({ times: { numbersEveryMs: 1_000_000 } })
  const { accessToken } = (await slow.signUp('ada')).tokens
  // Written together: samples of two kinds, and of two agents.
  for (const [cpu, temperature] of [
    [33, 40],
    [66, 80],
  ]) {
    const { agent, token } = (await slow.call(agents.register, {}, accessToken)).body.data
    for (const metrics of [{ 'cpu.percent': cpu }, { 'temperature.celsius': temperature }]) {
      const options = { params: { id: agent.agentId }, body: { metrics } }
      expect((await slow.call(telemetry.push, options, token)).status).toBe(200)
    }
  }
  await slow.restart()
  const { body } = await slow.call(agents.list, {}, accessToken)
  expect(body.data.agents.map(({ numbers }: { numbers: object }) => numbers)).toMatchObject([
    { cpu: 66, temperature: 80 },
    { cpu: 33, temperature: 40 },
  ])
  await slow.close()
})
