import { openEvents } from '@atalaya/testbed/event-stream'
import { describe, expect, test } from 'vitest'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { gatewayWorld } from '#test/support/gateway-world.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'

const SECOND_MS = 1000

const world = gatewayWorld()
const { connect, readAgent, register, restart, status } = world

describe('presence', () => {
  test('a lost agent is shown as reconnecting, and as offline only after the grace period', async () => {
    const { id, token } = await register()
    const stream = await openEvents(world.address, world.ada)
    const statuses = () => stream.ofType('agent.updated').map((event) => event.data.status)
    const client = await connect(token)
    await expect.poll(statuses).toEqual(['online'])
    await inStoppedTime(async (advance) => {
      client.kill()
      await expect.poll(statuses).toEqual(['online', 'reconnecting'])
      await advance(gatewaySettings.graceMs)
      await expect.poll(statuses).toEqual(['online', 'reconnecting', 'offline'])
    })
    const [, lost, gone] = stream.ofType('agent.updated')
    expect(gone?.data.lastSeen).toBe(lost?.data.lastSeen)
    await stream.close()
    expect((await readAgent(id)).isOnline).toBe(false)
    await connect(token)
    expect(await status(id)).toBe('online')
  })

  test('an agent that comes back within the grace period does not become offline', async () => {
    await restart({ graceMs: 60_000 })
    const { id, token } = await register()
    ;(await connect(token)).kill()
    await expect.poll(() => status(id)).toBe('reconnecting')
    await connect(token)
    expect(await status(id)).toBe('online')
  })

  test('an agent that announces a restart has a minute to come back', async () => {
    const { id, token } = await register()
    const other = await register()
    const [client, neighbour] = [await connect(token), await connect(other.token)]
    await inStoppedTime(async (advance) => {
      client.send({ t: 'bye', d: { reason: 'restart' } })
      client.end()
      await expect.poll(() => advance(1).then(() => status(id)), withoutAdvancingTime).toBe('reconnecting')
      await advance(gatewaySettings.restartGraceMs - SECOND_MS)
      // Changes are stored in order: after the neighbour's, all earlier ones are stored, too.
      neighbour.send({ t: 'state', d: { status: 'degraded' } })
      await expect.poll(() => status(other.id), withoutAdvancingTime).toBe('degraded')
      expect(await status(id)).toBe('reconnecting')
      await expect.poll(() => advance(SECOND_MS).then(() => status(id)), withoutAdvancingTime).toBe('offline')
    })
  })

  test('an agent that sends bye is offline at once', async () => {
    await restart({ graceMs: 60_000 })
    const { id, token } = await register()
    const client = await connect(token)
    client.send({ t: 'bye', d: { reason: 'shutdown' } })
    client.end()
    await expect.poll(() => status(id)).toBe('offline')
  })

  test('an agent reports its status', async () => {
    const { id, token } = await register()
    const client = await connect(token)
    client.send({ t: 'state', d: { status: 'degraded' } })
    await expect.poll(() => status(id)).toBe('degraded')
    expect((await readAgent(id)).isOnline).toBe(true)
  })

  test('the message of a status is shown until the status changes or the agent disconnects', async () => {
    const { id, token } = await register()
    const degraded = { t: 'state', d: { status: 'degraded', message: 'the disk is full' } } as const
    const message = async () => (await readAgent(id)).statusMessage
    const first = await connect(token)
    first.send(degraded)
    await expect.poll(message).toBe('the disk is full')
    first.send({ t: 'state', d: { status: 'online' } })
    await expect.poll(message).toBeNull()
    first.send(degraded)
    await expect.poll(message).toBe('the disk is full')
    first.kill()
    await expect.poll(() => status(id)).toBe('reconnecting')
    expect(await message()).toBeNull()
    await connect(token)
    expect([await status(id), await message()]).toEqual(['online', null])
  })

  test('each frame updates the time of last contact', async () => {
    let clock = Date.parse('2026-01-01T00:00:00Z')
    await restart({ lastSeenEveryMs: 5 }, () => clock)
    const { id, token } = await register()
    const client = await connect(token)
    clock += 60_000
    client.send({ t: 'data', d: { seq: 1, at: new Date(clock).toISOString(), metrics: { x: 1 } } })
    await expect.poll(async () => (await readAgent(id)).lastSeen).toBe('2026-01-01T00:01:00.000Z')
  })
})
