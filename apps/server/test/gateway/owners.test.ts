import { agentSync } from '@atalaya/contract/agent-sync'
import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import type { Data } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import { users } from '@atalaya/contract/users'
import { type AgentClient, connectAgent, openSocket, sendSampleAndRecord } from '@atalaya/testbed/agent-client'
import { startAgent } from '@atalaya/testbed/agent-process'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let address: string
let admin: string
let bob: { id: string; token: string }
let agent: { id: string; token: string }
let opened: AgentClient[]
beforeEach(async () => {
  opened = []
  it = await createTestApp({
    times: { presenceEveryMs: 5, commitMs: 5, connectsPerMinute: 1000, upgradesPerSecond: 1000 },
  })
  address = await it.listen()
  admin = (await it.signUp('admin')).tokens.accessToken
  const { user, tokens } = await it.signUp('bob')
  bob = { id: user._id, token: tokens.accessToken }
  agent = await register()
})
afterEach(async () => {
  for (const client of opened) client.kill()
  await it.close()
})

async function register() {
  const { body } = await it.call(agents.register, { body: { name: 'box' } }, bob.token)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
async function connect(token = agent.token, hello = {}): Promise<AgentClient> {
  const client = await connectAgent(address, token, hello)
  opened.push(client)
  return client
}
const setActive = (isActive: boolean) => it.call(users.setStatus, { params: { id: bob.id }, body: { isActive } }, admin)
const remove = () => it.call(users.remove, { params: { id: bob.id } }, admin)
const readAgent = async (id = agent.id) => (await it.call(agents.get, { params: { id } }, admin)).body.data.agent
const push = () => it.call(telemetry.push, { params: { id: agent.id }, body: { data: 1 } }, agent.token)
const countRows = (table: 'agents' | 'commands') =>
  it.withDatabase(async (db) => (await db.selectFrom(table).select('id').execute()).length)

/** One request of an agent that speaks by plain HTTP. */
async function sync(body: object, token = agent.token) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ waitS: 20, ...body }) }
  const reply = await fetch(`${address}${agentSync.exchange.path}`, init)
  return { status: reply.status, ...((await reply.json()) as { data: Data<typeof agentSync.exchange> }) }
}
const hello = { v: 1, t: 'hello', d: { version: '0.1.0', runId: 'run-1' } }
/** Sends a request that the server holds. Resolves after later requests with more work were answered. */
async function heldRequest(session: string) {
  const answer = sync({ session, received: 1, frames: [] })
  for (const { token } of [await register(), await register()]) await sync({ frames: [hello] }, token)
  return { answer }
}
const data = { v: 1, t: 'data', d: { seq: 1, at: new Date().toISOString(), dataType: 'note', data: 1 } }

describe('when an account is deactivated', () => {
  test('its agents are disconnected, and refused until the account is active again', async () => {
    const stream = await openEvents(address, admin)
    const client = await connect()
    await sendSampleAndRecord(client)
    await setActive(false)
    client.send({ t: 'data', d: data.d })
    expect(await client.closed).toBe(4003)
    expect(client.frames.map(({ t }) => t)).not.toContain('data.ack')
    expect(await readAgent()).toMatchObject({ status: 'offline', isOnline: false })
    await expect.poll(() => stream.ofType('agent.updated').at(-1)?.data.status).toBe('offline')
    await stream.close()
    await expect(connect()).rejects.toThrow('closed with 4003')
    expect(await push()).toMatchObject({ status: 403, body: { code: 'agents.owner_inactive' } })

    await setActive(true)
    await sendSampleAndRecord(await connect(agent.token, { runId: 'run-2' }))
    expect(await readAgent()).toMatchObject({ status: 'online' })
    expect((await push()).status).toBe(200)
  })

  test('its agents that use HTTP requests are disconnected, too', async () => {
    const { session } = (await sync({ frames: [hello] })).data
    const held = await heldRequest(session)
    await setActive(false)
    expect((await held.answer).data.closed).toMatchObject({ code: 4003 })
    expect(await sync({ session, received: 1, frames: [data] })).toMatchObject({ status: 410 })
    expect((await sync({ frames: [hello, data] })).data).toMatchObject({ frames: [], closed: { code: 4003 } })
    await setActive(true)
    expect((await sync({ frames: [hello] })).data).toMatchObject({ frames: [{ t: 'welcome' }], closed: null })
  })

  test('commands to its agents wait until they reconnect', async () => {
    const client = await connect()
    await setActive(false)
    await client.closed
    const { body } = await it.call(commands.send, { body: { command: 'backup', agentId: agent.id } }, admin)
    expect(body.data).toMatchObject({ enqueued: 1, online: 0 })
    await setActive(true)
    expect((await (await connect()).next('cmd')).d).toMatchObject({ name: 'backup', attempt: 1 })
  })

  test('an agent in the middle of its hello is refused', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, register))
    const tries = many.map(({ token }) => connect(token))
    await setActive(false)
    const settled = await Promise.allSettled(tries)
    const closed = settled.map((result) =>
      result.status === 'fulfilled' ? result.value.closed : result.reason.message,
    )
    for (const how of await Promise.all(closed)) expect(String(how)).toContain('4003')
    for (const { id } of many) expect((await readAgent(id)).isOnline).toBe(false)
  })

  test('a connection that has not yet sent its hello is closed', async () => {
    const silent = await openSocket(address, { authorization: `Bearer ${agent.token}` })
    await setActive(false)
    expect(await silent.closed).toBe(4003)
  })

  test('the reference agent reconnects by itself after reactivation', async () => {
    const running = startAgent(address, agent.token, it.folder)
    const countConnections = () => running.output().match(/Connected to/g)?.length ?? 0
    await expect.poll(countConnections).toBe(1)
    await setActive(false)
    await expect.poll(running.output).toContain('Disconnected (4003)')
    await setActive(true)
    await expect.poll(countConnections, { timeout: 20_000 }).toBe(2)
    running.signal('SIGKILL')
    await running.exited
  })
})

describe('when an account is deleted', () => {
  test('its agents are disconnected, and removed with their waiting commands', async () => {
    const away = await register()
    await it.call(commands.send, { body: { command: 'backup', agentId: away.id } }, admin)
    const client = await connect()
    await remove()
    client.send({ t: 'data', d: data.d })
    expect(await client.closed).toBe(4004)
    expect(client.frames.map(({ t }) => t)).not.toContain('data.ack')
    expect([await countRows('agents'), await countRows('commands')]).toEqual([0, 0])
    await expect(connect()).rejects.toMatchObject({ status: 401 })
    expect((await push()).status).toBe(401)
  })

  test('its agents that use HTTP requests are disconnected, too', async () => {
    const { session } = (await sync({ frames: [hello] })).data
    const held = await heldRequest(session)
    await remove()
    expect((await held.answer).data.closed).toMatchObject({ code: 4004 })
    expect((await sync({ session, received: 1, frames: [data] })).status).toBe(401)
  })

  test('the reference agent reports that its token is no longer accepted', async () => {
    const running = startAgent(address, agent.token, it.folder)
    await expect.poll(running.output).toContain('Connected to')
    await remove()
    await expect.poll(running.output).toContain('no longer accepts this token')
    running.signal('SIGKILL')
    await running.exited
  })
})
