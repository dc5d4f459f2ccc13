import { agents } from '@atalaya/contract/agents'
import { describe, expect, test } from 'vitest'
import { gatewayWorld } from '#test/support/gateway-world.ts'

const world = gatewayWorld()
const { connect, readAgent, register, restart, status } = world
const item = { seq: 1, at: new Date().toISOString(), metrics: { cpu: 1 } }

describe.each([
  ['a NUL character', 'a\0b', 'a\ufffdb'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
])('with %s', (_what, text, shown) => {
  test('a message about a status is stored, and so are the statuses of other agents', async () => {
    const [odd, other] = [await register(), await register()]
    const [client, neighbour] = [await connect(odd.token), await connect(other.token)]
    client.send({ t: 'state', d: { status: 'degraded', message: text } })
    await expect.poll(() => status(odd.id)).toBe('degraded')
    neighbour.send({ t: 'state', d: { status: 'degraded' } })
    await expect.poll(() => status(other.id)).toBe('degraded')
    expect((await readAgent(odd.id)).statusMessage).toBe(shown)
  })

  test('a hello is accepted', async () => {
    const { id, token } = await register()
    await connect(token, { hostname: text, os: text, arch: text, version: text, bootId: text })
    expect((await readAgent(id)).machine).toMatchObject({ hostname: shown, os: shown })
  })
})

test('a run with half a surrogate pair in its name stops no data of other agents', async () => {
  // Long enough that both agents are in one commit.
  await restart({ commitMs: 500 })
  const [odd, other] = [await register(), await register()]
  const [client, neighbour] = [await connect(odd.token, { runId: '\ud800' }), await connect(other.token)]
  client.send({ t: 'data', d: item })
  neighbour.send({ t: 'data', d: item })
  expect((await neighbour.next('data.ack')).d.seq).toBe(1)
  expect((await client.next('data.ack')).d).toEqual({ run: '\ufffd', seq: 1 })
})

test('an agent with half a surrogate pair in a tag is registered', async () => {
  const body = { name: 'box', tags: ['a\ud800b'] }
  const { status: answer, body: reply } = await world.it.call(agents.register, { body }, world.ada)
  expect([answer, reply.data.agent.tags]).toEqual([200, ['a\ufffdb']])
})
