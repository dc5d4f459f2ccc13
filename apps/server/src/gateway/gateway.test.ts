import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AgentClient, connectAgent, openSocket } from '#server/testing/agent-client.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

const quick = { presenceMs: 5, commitMs: 5, connectsPerMinute: 1000 }

let it: TestApp
let address: string
let ada: string
const opened: AgentClient[] = []
async function start(times: object = {}) {
  it = await createTestApp({ times: { ...quick, ...times } })
  address = await it.listen()
  ada = (await it.signUp('ada')).tokens.accessToken
}
beforeEach(() => start())
afterEach(async () => {
  for (const client of opened.splice(0)) client.kill()
  await it.close()
})
async function restart(times: object) {
  await it.close()
  await start(times)
}

async function register(token = ada) {
  const { body } = await it.call(agents.register, { body: { name: 'box', tags: ['lab'] } }, token)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
async function connect(token: string, hello?: object): Promise<AgentClient> {
  const client = await connectAgent(address, token, hello)
  opened.push(client)
  return client
}
const look = async (id: string) => (await it.call(agents.get, { params: { id } }, ada)).body.data.agent
const status = async (id: string) => (await look(id)).status
const refusal = (headers: Record<string, string>, protocols?: string[]) =>
  openSocket(address, headers, protocols).catch((error: { status: number; headers: Record<string, string> }) => error)

describe('the handshake', () => {
  test('welcomes an agent, which is then online with what it says of itself', async () => {
    const { id, token } = await register()
    const { welcome } = await connect(token)
    expect(welcome).toMatchObject({ agent: { agentId: id, name: 'box', tags: ['lab'] }, pingS: 25, reportS: 10 })
    expect(await look(id)).toMatchObject({
      status: 'online',
      isOnline: true,
      ip: '127.0.0.1',
      connectionInfo: { ipAddress: '127.0.0.1' },
      machine: { hostname: 'box', os: 'linux', arch: 'x64', version: '0.1.0' },
    })
    expect((await it.call(agents.stats, {}, ada)).body.data).toEqual({ agentsTotal: 1, agentsOnline: 1 })
  })

  test('I1 refuses everybody without an agent token in the header', async () => {
    const { id, token } = await register()
    const bad = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const headers of [{}, { authorization: `Bearer ${bad}` }, { authorization: `Bearer ${ada}` }])
      expect(await refusal(headers as Record<string, string>)).toMatchObject({ status: 401 })
    expect(await status(id)).toBe('pending')
  })

  test('E6 refuses an agent token on the calls of people, on its own agent too', async () => {
    const { id, token } = await register()
    expect((await it.call(agents.list, {}, token)).status).toBe(401)
    const own = { params: { id }, body: { name: 'other' } }
    expect((await it.call(agents.edit, own, token)).status).toBe(401)
  })

  test('I3 refuses browsers, and agents of another protocol', async () => {
    const { token } = await register()
    const authorization = `Bearer ${token}`
    expect(await refusal({ authorization, origin: address })).toMatchObject({ status: 403 })
    expect(await refusal({ authorization }, ['agent.v9'])).toMatchObject({ status: 400 })
    const plain = await fetch(`${address}/api/agent/v1/ws`, { headers: { authorization } })
    expect(plain.status).toBe(400)
  })

  test('I4 refuses an agent that connects too often, and says when to come back', async () => {
    await restart({ connectsPerMinute: 2 })
    const { token } = await register()
    for (const _ of [1, 2]) await connect(token)
    const refused = await refusal({ authorization: `Bearer ${token}` })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  })

  test('sheds a storm before it costs anything', async () => {
    await restart({ upgradesPerSecond: 0 })
    const { token } = await register()
    expect(await refusal({ authorization: `Bearer ${token}` })).toMatchObject({ status: 503 })
  })

  test('I4 ends a connection that does not say hello, or says something else first', async () => {
    await restart({ helloMs: 20 })
    const { token } = await register()
    const silent = await openSocket(address, { authorization: `Bearer ${token}` })
    expect(await silent.closed).toBe(1008)
    const rude = await openSocket(address, { authorization: `Bearer ${token}` })
    rude.send({ t: 'bye', d: { reason: 'shutdown' } })
    expect(await rude.closed).toBe(1008)
  })
})

describe('a connection', () => {
  test('gives way to a newer one of the same agent', async () => {
    const { id, token } = await register()
    const older = await connect(token)
    const newer = await connect(token)
    expect(await older.closed).toBe(4002)
    newer.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { x: 1 } } })
    await newer.next('data.ack')
    expect(await status(id)).toBe('online')
  })

  test('leaves one winner when twenty arrive at once', async () => {
    const { id, token } = await register()
    await Promise.allSettled(Array.from({ length: 20 }, () => connect(token)))
    const open = () => opened.filter((client) => client.socket.readyState === client.socket.OPEN)
    await expect.poll(() => open().length).toBe(1)
    expect(await status(id)).toBe('online')
  })

  test('I2 ends at once when the token is renewed, and only the new one works', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    const { body } = await it.call(agents.renewToken, { params: { id } }, ada)
    expect(await client.closed).toBe(4004)
    expect(await refusal({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
    await connect(body.data.token)
  })

  test('I2 ends at once when the agent is removed', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    await it.call(agents.remove, { params: { id } }, ada)
    expect(await client.closed).toBe(4004)
  })

  test('is ended when pings are not answered', async () => {
    await restart({ pingMs: 20, pongMs: 20 })
    const { id, token } = await register()
    const client = await connect(token)
    client.socket.pause()
    await expect.poll(() => status(id)).toBe('reconnecting')
    client.socket.resume()
    expect(await client.closed).toBe(4008)
  })

  test('survives pings that are answered', async () => {
    await restart({ pingMs: 10, pongMs: 500 })
    const { id, token } = await register()
    const client = await connect(token)
    let pings = 0
    await new Promise<void>((resolve) => client.socket.on('ping', () => ++pings === 5 && resolve()))
    expect(await status(id)).toBe('online')
  })

  test('hears of frames that can not be used, and is ended after too many', async () => {
    const { token } = await register()
    const client = await connect(token)
    client.socket.send('{"v":1,"t":"data","d":{"seq":0}}')
    expect((await client.next('error')).d.message).toMatch(/^d/)
    client.socket.send('not json')
    expect((await client.next('error')).d.message).toBe('A frame is a JSON object')
    client.socket.send('{"v":1,"t":"from-the-future","d":{}}')
    for (let n = 0; n < 20; n++) client.socket.send('{}')
    expect(await client.closed).toBe(1008)
  })

  test('I4 takes no binary frames and none above the limit', async () => {
    const { token } = await register()
    const binary = await connect(token)
    binary.socket.send(Buffer.from('{}'))
    expect(await binary.closed).toBe(1008)
    const large = await connect(token)
    large.socket.send('x'.repeat(256 * 1024 + 1))
    expect(await large.closed).toBe(1009)
  })
})

describe('presence', () => {
  test('a lost agent is reconnecting, and offline only after the grace', async () => {
    await restart({ graceMs: 200 })
    const { id, token } = await register()
    const stream = await openEvents(address, ada)
    const client = await connect(token)
    await expect.poll(() => stream.ofType('agent.updated').length).toBe(1)
    client.kill()
    await expect
      .poll(() => stream.ofType('agent.updated').map((event) => event.data.status))
      .toEqual(['online', 'reconnecting', 'offline'])
    await stream.close()
    expect((await look(id)).isOnline).toBe(false)
    await connect(token)
    expect(await status(id)).toBe('online')
  })

  test('an agent that comes back within the grace was never offline', async () => {
    await restart({ graceMs: 60_000 })
    const { id, token } = await register()
    ;(await connect(token)).kill()
    await expect.poll(() => status(id)).toBe('reconnecting')
    await connect(token)
    expect(await status(id)).toBe('online')
  })

  test('an agent that says goodbye is offline at once', async () => {
    await restart({ graceMs: 60_000 })
    const { id, token } = await register()
    const client = await connect(token)
    client.send({ t: 'bye', d: { reason: 'shutdown' } })
    client.end()
    await expect.poll(() => status(id)).toBe('offline')
  })

  test('an agent tells how it is', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    client.send({ t: 'state', d: { status: 'degraded' } })
    await expect.poll(() => status(id)).toBe('degraded')
    expect((await look(id)).isOnline).toBe(true)
  })

  test('the time of last contact follows what is heard', async () => {
    let clock = Date.parse('2026-01-01T00:00:00Z')
    await it.close()
    it = await createTestApp({ now: () => clock, times: { ...quick, lastSeenMs: 5 } })
    address = await it.listen()
    ada = (await it.signUp('ada')).tokens.accessToken
    const { id, token } = await register()
    const client = await connect(token)
    clock += 60_000
    client.send({ t: 'data', d: { seq: 1, at: new Date(clock).toISOString(), metrics: { x: 1 } } })
    await expect.poll(async () => (await look(id)).lastSeen).toBe('2026-01-01T00:01:00.000Z')
  })
})

test('a stopping server drains: agents are told, what they sent is stored, and they are let go', async () => {
  const { token } = await register()
  const client = await connect(token)
  client.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { x: 1 } } })
  const closing = it.app.close()
  expect((await client.next('drain')).d.reconnectInMs).toBeGreaterThanOrEqual(0)
  expect(await client.closed).toBe(4010)
  await closing
})
