import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld } from '#test/support/command-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

const sendTo = async (listed: object, token = it.ada, more: object = {}) => {
  const { status, body } = await it.send({ command: 'ping', listed, ...more }, token)
  return { status, error: body.error, ids: body.data?.commands.map(({ agentId }: { agentId: string }) => agentId) }
}
const ownerOf = async (id: string): Promise<string> =>
  (await it.call(agents.get, { params: { id } }, it.admin)).body.data.agent.user._id
const reach = async (query: Record<string, string>, token = it.ada) =>
  (await it.call(commands.reach, { query }, token)).body.data

test('a command is sent to exactly the agents that a list with the same filters shows', async () => {
  const first = await it.register(it.ada, 'pump 1', ['rack-5', 'wet'])
  const second = await it.register(it.ada, 'pump 2', ['rack-5'])
  await it.register(it.ada, 'pump 3', ['rack-6'])
  await it.register(it.ada, 'lamp', ['rack-5'])
  const listed = { query: 'pump', tag: ['rack-5'], status: 'pending' }
  expect(await reach({ ...listed, tag: 'rack-5' })).toEqual({ total: 2, online: 0 })
  const sent = await sendTo(listed)
  expect(new Set(sent.ids)).toEqual(new Set([first.id, second.id]))
  expect((await sendTo({ ...listed, tag: ['wet'] })).ids).toEqual([first.id])
  expect((await sendTo({ status: 'online,offline' })).error).toBe('There is no agent to send the command to')
})

test('a command to a list reaches only agents that the sender may see', async () => {
  const hers = await it.register(it.ada, 'hers', ['rack'])
  const his = await it.register(it.bob, 'his', ['rack'])
  expect((await sendTo({ tag: ['rack'] }, it.bob)).ids).toEqual([his.id])
  expect(await reach({ tag: 'rack' }, it.admin)).toEqual({ total: 2, online: 0 })
  expect(new Set((await sendTo({ tag: ['rack'] }, it.admin)).ids)).toEqual(new Set([hers.id, his.id]))
  const ada = await ownerOf(hers.id)
  expect((await sendTo({ ownerId: [ada] }, it.admin)).ids).toEqual([hers.id])
  expect((await sendTo({ ownerId: [ada] }, it.bob)).error).toBe('There is no agent to send the command to')
  expect(await reach({ ownerId: ada }, it.bob)).toEqual({ total: 0, online: 0 })
})

test('a command is refused if the list has more agents than were confirmed', async () => {
  await it.register(it.ada, 'one', ['rack'])
  await it.register(it.ada, 'two', ['rack'])
  const { status, error } = await sendTo({ tag: ['rack'] }, it.ada, { maxTargets: 1 })
  expect([status, error]).toEqual([409, 'This would reach 2 agents, not 1'])
})

test.each([
  [{}, {}, 'Say which agents the list shows'],
  [{ tag: ['a'] }, { tag: 'a' }, 'Give a list alone'],
  [{ tag: ['a'] }, { agentIds: ['a'] }, 'Give a list alone'],
  [{ page: 1, tag: ['a'] }, {}, expect.any(String)],
])('a command to the list %j with %j is refused', async (listed, more, error) => {
  const refused = await sendTo(listed, it.ada, more)
  expect(refused).toMatchObject({ status: 400, error })
})
