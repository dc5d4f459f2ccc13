import { closeCode } from '@atalaya/contract/agent-protocol'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { stoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

const { beatEveryMs, leaseMs, restartGraceMs } = gatewaySettings
/** Heartbeats in two leases. */
const BEATS = (2 * leaseMs) / beatEveryMs

let nats: NatsServer
let here: TestApp
let address: string
let token: string
/** One connection for all reads: each step of the clock waits for one. */
let db: Db
beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.stop())
const advance = stoppedTime()
beforeAll(async () => {
  here = await createTestApp({ config: { NATS_URL: nats.url } })
  address = await here.listen()
  token = (await here.signUp('admin')).tokens.accessToken
  db = await openDatabase(here.config)
})
afterAll(async () => {
  await db.destroy()
  await here.close()
})

const register = async () => (await here.call(agents.register, { body: {} }, token)).body.data
const statusOf = async (id: string) => (await here.call(agents.get, { params: { id } }, token)).body.data.agent.status
const instances = () => db.selectFrom('instances').selectAll().execute()
const STEP_MS = beatEveryMs / 20
/** Advances a twentieth of a heartbeat and reads. Twenty reads leave the database time to finish each heartbeat. */
async function advanceAndRead<T>(read: (rows: Awaited<ReturnType<typeof instances>>) => T): Promise<T> {
  await advance(STEP_MS)
  return read(await instances())
}
/** Lets a grace period pass in steps. In one leap, database requests that begin meanwhile would time out. */
async function passGrace(): Promise<void> {
  for (let passed = 0; passed <= restartGraceMs; passed += STEP_MS) await advanceAndRead(() => undefined)
}

test('agents of a silent instance become reconnecting, then offline, and clients are notified', async () => {
  // The end of the grace period that began with the server would set these agents offline too early.
  await passGrace()
  const { agent } = await register()
  const stream = await openEvents(address, token)
  await db.insertInto('instances').values({ id: 'fallen', beat: 7 }).execute()
  const connected = { status: 'online', instance: 'fallen' } as const
  await db.updateTable('agents').set(connected).where('id', '=', agent.agentId).execute()
  const eventsOfAgent = () => stream.ofType('agent.updated').filter(({ data }) => data.agentId === agent.agentId)
  // The event of the registration may still be on its way.
  const updates = () => eventsOfAgent().flatMap(({ data: { status } }) => (status === 'pending' ? [] : [status]))
  await expect.poll(() => advanceAndRead(updates), withoutAdvancingTime).toEqual(['reconnecting'])
  // The grace period of the agents has begun once the fallen instance is removed.
  await expect.poll(instances, withoutAdvancingTime).toHaveLength(1)
  await passGrace()
  await expect.poll(() => advanceAndRead(updates), withoutAdvancingTime).toEqual(['reconnecting', 'offline'])
  expect(await statusOf(agent.agentId)).toBe('offline')
  await stream.close()
})

test('agents of a live instance stay online while another instance starts and stops', async () => {
  const { agent, token: agentToken } = await register()
  const there = await createInstanceBeside(here, { config: { NATS_URL: nats.url } })
  const client = await connectAgent(address, agentToken)
  expect(await instances()).toHaveLength(2)
  const areLongAlive = () => advanceAndRead((rows) => rows.every(({ beat }) => beat > BEATS))
  await expect.poll(areLongAlive, withoutAdvancingTime).toBe(true)
  expect(await statusOf(agent.agentId)).toBe('online')
  await there.close()
  await expect.poll(() => advanceAndRead((rows) => rows), withoutAdvancingTime).toHaveLength(1)
  expect(await statusOf(agent.agentId)).toBe('online')
  client.end()
})

test('an instance that others declared dead makes its agents reconnect', async () => {
  const { agent, token: agentToken } = await register()
  const client = await connectAgent(address, agentToken)
  await db.deleteFrom('instances').execute()
  await expect
    .poll(() => advanceAndRead(() => client.socket.readyState), withoutAdvancingTime)
    .toBe(client.socket.CLOSED)
  expect(await client.closed).toBe(closeCode.draining)
  expect(client.frames.map(({ t }) => t)).toContain('drain')
  const again = await connectAgent(address, agentToken)
  await expect.poll(() => statusOf(agent.agentId)).toBe('online')
  expect(await instances()).toHaveLength(1)
  again.end()
})

test('agents of a deleted account are disconnected for good at every instance', async () => {
  const there = await createInstanceBeside(here, { config: { NATS_URL: nats.url } })
  const owner = await here.signUp('owner')
  const agentToken = (await here.call(agents.register, { body: { name: 'box' } }, owner.tokens.accessToken)).body.data
    .token
  const thereUrl = await there.listen()
  const client = await connectAgent(thereUrl, agentToken)
  expect((await here.call(users.remove, { params: { id: owner.user._id } }, token)).status).toBe(200)
  expect(await client.closed).toBe(closeCode.revoked)
  await expect(connectAgent(thereUrl, agentToken)).rejects.toMatchObject({ status: 401 })
  await there.close()
})

test('agents of a deactivated account are disconnected at every instance', async () => {
  const { agent, token: agentToken } = await register()
  const there = await createInstanceBeside(here, { config: { NATS_URL: nats.url } })
  const client = await connectAgent(await there.listen(), agentToken)
  const { user } = (await here.call(auth.me, {}, token)).body.data
  const other = await here.signUp('other')
  await here.call(users.setRole, { params: { id: other.user._id }, body: { role: 'admin' } }, token)
  const deactivated = { params: { id: user._id }, body: { isActive: false } }
  expect((await here.call(users.setStatus, deactivated, other.tokens.accessToken)).status).toBe(200)
  expect(await client.closed).toBe(closeCode.pending)
  const shown = await here.call(agents.get, { params: { id: agent.agentId } }, other.tokens.accessToken)
  expect(shown.body.data.agent.status).toBe('offline')
  await there.close()
})
