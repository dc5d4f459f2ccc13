import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, test } from 'vitest'
import { gatewayWorld } from '#test/support/gateway-world.ts'

const world = gatewayWorld()
const { connect, readAgent, register, restart, status } = world
const MINUTE = 60_000

async function post({ id, token }: { id: string; token: string }) {
  expect((await world.it.call(telemetry.push, { params: { id }, body: { metrics: { flow: 1 } } }, token)).status).toBe(
    200,
  )
}

test('an agent that only posts is shown and counted as online, and clients are notified', async () => {
  const agent = await register()
  const stream = await openEvents(world.address, world.ada)
  await post(agent)
  await expect.poll(() => status(agent.id)).toBe('online')
  expect(await readAgent(agent.id)).toMatchObject({ isOnline: true, lastSeen: expect.any(String) })
  expect((await world.it.call(agents.stats, {}, world.ada)).body.data.agentsOnline).toBe(1)
  await expect.poll(() => stream.ofType('agent.updated').map(({ data }) => data.status)).toEqual(['online'])
  await stream.close()
})

test('an agent that only posts is offline after five minutes without a post, until the next one', async () => {
  let clock = Date.parse('2026-01-01T00:00:00Z')
  await restart({ lastSeenEveryMs: 5 }, () => clock)
  const agent = await register()
  await post(agent)
  await expect.poll(() => status(agent.id)).toBe('online')
  clock += 3 * MINUTE
  await post(agent)
  await expect.poll(async () => (await readAgent(agent.id)).lastSeen).toBe('2026-01-01T00:03:00.000Z')
  clock += 4 * MINUTE
  const connected = await register()
  await connect(connected.token)
  expect(await status(agent.id)).toBe('online')
  clock += 1.5 * MINUTE
  await expect.poll(() => status(agent.id)).toBe('offline')
  expect(await status(connected.id)).toBe('online')
  await post(agent)
  await expect.poll(() => status(agent.id)).toBe('online')
})

test('posts do not override the status that a connected agent reports', async () => {
  const agent = await register()
  await post(agent)
  await expect.poll(() => status(agent.id)).toBe('online')
  const client = await connect(agent.token)
  client.send({ t: 'state', d: { status: 'degraded' } })
  await expect.poll(() => status(agent.id)).toBe('degraded')
  await post(agent)
  client.send({ t: 'state', d: { status: 'running' } })
  await expect.poll(() => status(agent.id)).toBe('running')
})

test('a command to an agent that only posts stays queued', async () => {
  const agent = await register()
  await post(agent)
  await expect.poll(() => status(agent.id)).toBe('online')
  const body = { command: 'ping', agentIds: [agent.id] }
  const sent = await world.it.call(commands.send, { body }, world.ada)
  expect(sent.body).toMatchObject({ data: { online: 0, queued: 1 } })
})

test('deactivating an account sets its agents that only post to offline', async () => {
  const bob = await world.it.signUp('bob')
  const agent = await register(bob.tokens.accessToken)
  await post(agent)
  await expect.poll(() => status(agent.id)).toBe('online')
  await world.it.call(users.setStatus, { params: { id: bob.user._id }, body: { isActive: false } }, world.ada)
  expect(await status(agent.id)).toBe('offline')
})
