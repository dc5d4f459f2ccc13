import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, withJournal } from '#test/support/command-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

const preview = async (body: object, token = it.ada) => {
  const { status, body: answer } = await it.call(commands.preview, { body }, token)
  return { status, ...answer.data }
}
async function connectAgentOffering(name: string, ...offered: string[]) {
  const agent = await it.register(it.ada, name)
  const capabilities = offered.map((capability) => ({ name: capability, timeoutS: 30 }))
  await it.connect(agent.token, { ...withJournal(), capabilities })
  return agent
}

test('a preview counts the agents that would run a command and those that would refuse it, and sends nothing', async () => {
  await connectAgentOffering('able', 'ping', 'reboot')
  const unable = await connectAgentOffering('unable', 'ping')
  await it.register(it.ada, 'new')
  const answer = await preview({ command: 'reboot' })
  expect(answer).toMatchObject({ status: 200, total: 3, online: 2, leftOut: [] })
  // An agent that never connected has not reported its commands.
  expect(answer.offers).toEqual({ asked: 2, refusing: 1, first: [{ agentId: unable.id, name: 'unable' }] })
  const { body } = await it.call(commands.activity, {}, it.ada)
  expect(body.data.batches).toEqual([])
})

test('a preview counts the agents left out, with the reason', async () => {
  await connectAgentOffering('here', 'ping')
  await it.register(it.ada, 'away')
  const answer = await preview({ command: 'ping', onlineOnly: true })
  expect(answer).toMatchObject({ total: 1, leftOut: [{ reason: 'The agent is away', count: 1 }] })
  expect(answer.offers).toEqual({ asked: 1, refusing: 0, first: [] })
})

test('a preview is refused if sending would be refused', async () => {
  const { id } = await it.register(it.bob)
  expect((await preview({ command: 'ping', agentId: id })).status).toBe(404)
  expect((await preview({ command: 'ping' })).status).toBe(400)
  expect((await preview({ command: '' }, it.bob)).status).toBe(400)
  expect((await preview({ command: 'ping', maxTargets: 1, onlineOnly: true }, it.bob)).status).toBe(409)
})

test('a preview names five of many refusing agents', async () => {
  for (let n = 0; n < 7; n++) await connectAgentOffering(`agent-${n}`, 'ping')
  const { offers } = await preview({ command: 'reboot' })
  expect(offers).toMatchObject({ asked: 7, refusing: 7 })
  expect(offers.first).toHaveLength(5)
})
