import { agents } from '@atalaya/contract/agents'
import { openSocket } from '@atalaya/testbed/agent-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { gatewayWorld } from '#test/support/gateway-world.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'

const PLANTED = '"a planted fault"'

const world = gatewayWorld()
const { connect, readAgent, refusal, register, restart, status } = world

describe('the handshake', () => {
  test('welcomes an agent and stores its status, address and machine', async () => {
    const { id, token } = await register()
    const { welcome } = await connect(token)
    expect(welcome).toMatchObject({ agent: { agentId: id, name: 'box', tags: ['lab'] }, pingS: 25, reportS: 10 })
    expect(await readAgent(id)).toMatchObject({
      status: 'online',
      isOnline: true,
      ip: '127.0.0.1',
      connectionInfo: { ipAddress: '127.0.0.1' },
      machine: { hostname: 'box', os: 'linux', arch: 'x64', version: '0.1.0' },
    })
    expect((await world.it.call(agents.stats, {}, world.ada)).body.data).toEqual({ agentsTotal: 1, agentsOnline: 1 })
  })

  test('I1 refuses a connection without a valid agent token in the header', async () => {
    const { id, token } = await register()
    const wrongToken = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const headers of [{}, { authorization: `Bearer ${wrongToken}` }, { authorization: `Bearer ${world.ada}` }])
      expect(await refusal(headers as Record<string, string>)).toMatchObject({ status: 401 })
    expect(await status(id)).toBe('pending')
  })

  test('E6 calls of users refuse an agent token, even for its own agent', async () => {
    const { id, token } = await register()
    expect((await world.it.call(agents.list, {}, token)).status).toBe(401)
    const edit = { params: { id }, body: { name: 'other' } }
    expect((await world.it.call(agents.edit, edit, token)).status).toBe(401)
  })

  test('I3 refuses browsers and other protocol versions', async () => {
    const { token } = await register()
    const authorization = `Bearer ${token}`
    expect(await refusal({ authorization, origin: world.address })).toMatchObject({ status: 403 })
    expect(await refusal({ authorization }, ['agent.v9'])).toMatchObject({ status: 400 })
    const plain = await fetch(`${world.address}/api/agent/v1/ws`, { headers: { authorization } })
    expect(plain.status).toBe(400)
  })

  test('I4 refuses an agent that connects too often, and sends Retry-After', async () => {
    await restart({ connectsPerMinute: 2 })
    const { token } = await register()
    for (const _ of [1, 2]) await connect(token)
    const refused = await refusal({ authorization: `Bearer ${token}` })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  })

  test('refuses connections beyond the rate of the server with 503 and Retry-After', async () => {
    await restart({ upgradesPerSecond: 0 })
    const { token } = await register()
    const refused = await refusal({ authorization: `Bearer ${token}` })
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  })

  test('attempts with a wrong token do not use up the connection rate of agents', async () => {
    await restart({ upgradesPerSecond: 1 })
    const { id, token } = await register()
    const strangers = Array.from({ length: 20 }, () => refusal({ authorization: `Bearer ${token.slice(0, -1)}!` }))
    for (const refused of await Promise.all(strangers)) expect(refused).toMatchObject({ status: 401 })
    await connect(token)
    await expect.poll(() => status(id)).toBe('online')
  })

  test('I4 ends a connection whose first frame is late or is not hello', async () => {
    const { token } = await register()
    await inStoppedTime(async (advance) => {
      const withoutHello = await openSocket(world.address, { authorization: `Bearer ${token}` })
      withoutHello.send({ t: 'bye', d: { reason: 'shutdown' } })
      expect(await withoutHello.closed).toBe(1008)
      const silent = await openSocket(world.address, { authorization: `Bearer ${token}` })
      await advance(gatewaySettings.helloMs - 1)
      expect(silent.socket.readyState).toBe(silent.socket.OPEN)
      await advance(1)
      expect(await silent.closed).toBe(1008)
    })
  })
})

describe('a connection', () => {
  test('is closed when the same agent opens a newer one', async () => {
    const { id, token } = await register()
    const older = await connect(token)
    const newer = await connect(token)
    expect(await older.closed).toBe(4002)
    newer.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { x: 1 } } })
    await newer.next('data.ack')
    expect(await status(id)).toBe('online')
  })

  test('is the only one left when an agent opens twenty at once', async () => {
    const { id, token } = await register()
    await Promise.allSettled(Array.from({ length: 20 }, () => connect(token)))
    const openClients = () => world.opened.filter((client) => client.socket.readyState === client.socket.OPEN)
    await expect.poll(() => openClients().length).toBe(1)
    expect(await status(id)).toBe('online')
  })

  test('I2 ends at once when the token is renewed, and only the new token works', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    const silent = await openSocket(world.address, { authorization: `Bearer ${token}` })
    const { body } = await world.it.call(agents.renewToken, { params: { id } }, world.ada)
    expect(await client.closed).toBe(4004)
    expect(await silent.closed).toBe(4004)
    expect(await refusal({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
    await connect(body.data.token)
  })

  test('I2 ends at once when the agent is removed', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    await world.it.call(agents.remove, { params: { id } }, world.ada)
    expect(await client.closed).toBe(4004)
  })

  test('is closed when pings are not answered', async () => {
    const { id, token } = await register()
    await inStoppedTime(async (advance) => {
      const client = await connect(token)
      client.socket.pause()
      await advance(gatewaySettings.pingEveryMs + gatewaySettings.pongMs)
      await expect.poll(() => status(id)).toBe('reconnecting')
      client.socket.resume()
      expect(await client.closed).toBe(4008)
    })
  })

  test('does not time out while the server itself pauses reading', async () => {
    await restart({ presenceEveryMs: 1000, commitMs: 500, agentBurstBytes: 1000, agentBytesPerSecond: 80 })
    const { token } = await register()
    await inStoppedTime(async (advance) => {
      const client = await connect(token)
      const note = (seq: number) => ({ seq, at: new Date().toISOString(), dataType: 'note', data: 'x'.repeat(4000) })
      let seconds = 0
      const newest = async () => {
        await advance(1000)
        seconds++
        return client.frames.findLast((frame) => frame.t === 'data.ack')?.d.seq
      }
      // The first is above the limit: later frames are read most of a minute later, as are its pongs.
      client.send({ t: 'data', d: note(1) })
      await expect.poll(newest, withoutAdvancingTime).toBe(1)
      client.send({ t: 'data', d: note(2) })
      await expect.poll(newest, withoutAdvancingTime).toBe(2)
      expect(seconds * 1000).toBeGreaterThan(gatewaySettings.pingEveryMs + gatewaySettings.pongMs)
    })
  })

  test('is closed alone when handling its frame throws an error', async () => {
    const [one, other] = [await register(), await register()]
    const [client, bystander] = [await connect(one.token), await connect(other.token)]
    // No known frame does this, so the fault is planted in the reader.
    const { toString: original } = Buffer.prototype
    onTestFinished(() => {
      Buffer.prototype.toString = original
    })
    Buffer.prototype.toString = function (this: Buffer, ...args: Parameters<typeof original>) {
      if (this.length === PLANTED.length && this.includes(PLANTED)) throw new RangeError('planted')
      return original.apply(this, args)
    }
    client.socket.send(PLANTED)
    expect(await client.closed).toBe(1001)
    bystander.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { cpu: 1 } } })
    await bystander.next('data.ack')
    expect((await world.it.app.inject('/metrics')).body).toContain('atalaya_faults_total{where="agent_socket"} 1\n')
  })

  test('stays open while pings are answered', async () => {
    const { id, token } = await register()
    await inStoppedTime(async (advance) => {
      const client = await connect(token)
      let pings = 0
      client.socket.on('ping', () => pings++)
      for (const count of [1, 2, 3, 4, 5]) {
        await expect
          .poll(() => advance(gatewaySettings.pingEveryMs / 10).then(() => pings), withoutAdvancingTime)
          .toBe(count)
      }
      expect(await status(id)).toBe('online')
    })
  })

  test('gets an error for each invalid frame, and is closed after too many', async () => {
    const { token } = await register()
    const client = await connect(token)
    client.socket.send('{"v":1,"t":"data","d":{"seq":0}}')
    expect((await client.next('error')).d.message).toMatch(/^d/)
    client.socket.send('not json')
    expect((await client.next('error')).d.message).toMatch(/^A frame is not JSON/)
    client.socket.send('{"v":1,"t":"from-the-future","d":{}}')
    for (let n = 0; n < 20; n++) client.socket.send('{}')
    expect(await client.closed).toBe(1008)
  })

  test('resets its count of invalid frames with each valid frame', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    for (const reported of ['degraded', 'online']) {
      for (let n = 0; n < 19; n++) client.socket.send('{}')
      client.send({ t: 'state', d: { status: reported } })
      await expect.poll(() => status(id)).toBe(reported)
    }
  })

  test.each([
    ['nested endlessly', `{"v":1,"t":"data","d":${'['.repeat(2600)}`, 'A frame is nested more than 30 deep'],
    ['nested too deep', `{"v":1,"t":"data","d":{"data":${'['.repeat(29)}${']'.repeat(29)}}}`, /more than 30 deep/],
    ['of too many values', `{"v":1,"t":"data","d":[${'1,'.repeat(40_000)}1]}`, 'A frame has more than 40000 values'],
    ['of quotes', '\\"'.repeat(120_000), /^A frame is not JSON/],
  ])('refuses a frame %s, and stays open', async (_what, text, message) => {
    const { id, token } = await register()
    const client = await connect(token)
    client.socket.send(text)
    expect((await client.next('error')).d.message).toMatch(message)
    client.send({ t: 'state', d: { status: 'degraded' } })
    await expect.poll(() => status(id)).toBe('degraded')
  })

  test('I4 is closed by a binary frame and by one above the size limit', async () => {
    const { token } = await register()
    const binary = await connect(token)
    binary.socket.send(Buffer.from('{}'))
    expect(await binary.closed).toBe(1008)
    const large = await connect(token)
    large.socket.send('x'.repeat(256 * 1024 + 1))
    expect(await large.closed).toBe(1009)
  })
})

test('a stopping server sends drain to its agents, stores their data and closes their connections', async () => {
  const { token } = await register()
  const client = await connect(token)
  client.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { x: 1 } } })
  const closing = world.it.app.close()
  expect((await client.next('drain')).d.reconnectInMs).toBeGreaterThanOrEqual(0)
  expect(await client.closed).toBe(4010)
  await closing
})
