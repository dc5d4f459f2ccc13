import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, take } from '#test/support/command-world.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

let it: CommandWorld
let token: string
let away: string
beforeEach(async () => {
  it = await createCommandWorld()
  token = it.ada
  away = (await it.register()).id
})
afterEach(() => it.close())

const sendOne = async (agentId: string, more: object): Promise<string> =>
  (await it.send({ command: 'backup', agentId, ...more }, token)).body.data.commands[0].commandId
const path = async (id: string): Promise<string[]> => {
  const { body } = await it.call(commands.get, { params: { id } }, token)
  return body.data.steps.map((step: { status: string }) => step.status)
}
const status = async (id: string) => (await it.call(agents.get, { params: { id } }, token)).body.data.agent.status

/** Lets time pass, and the reaper do all that it ends: what it was asked for last ends last. */
async function pass(ms: number): Promise<void> {
  const last = await sendOne(away, { lifeS: 1 })
  it.advance(ms)
  // Nobody stays signed in for so long.
  token = (await it.signUp('ada')).tokens.accessToken
  await expect.poll(() => path(last)).toEqual(['queued', 'expired'])
}

test('a command waits for its agent until the last moment of its life', async () => {
  const [agent, other] = [await it.register(), await it.register()]
  const [id, late] = [await sendOne(agent.id, { lifeS: 60 }), await sendOne(other.id, { lifeS: 60 })]
  await pass(60 * SECOND - 1)
  const client = await it.connect(agent.token)
  expect((await client.next('cmd')).d.execId).toBe(id)
  expect(await path(late)).toEqual(['queued'])
  it.advance(1)
  await expect.poll(() => path(late)).toEqual(['queued', 'expired'])
})

test('a command that is not acknowledged is sent again after half a minute, not before', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendOne(agent.id, {})
  await client.next('cmd')
  await pass(30 * SECOND - 1)
  expect(await path(id)).toEqual(['queued', 'sent'])
  it.advance(1)
  expect((await client.next('cmd')).d).toMatchObject({ execId: id, attempt: 2 })
})

test('a result may be half a minute later than its time limit, not later', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendOne(agent.id, {})
  const { timeoutS } = await take(client)
  await expect.poll(() => path(id)).toEqual(['queued', 'sent', 'delivered', 'running'])
  await pass((timeoutS + 30) * SECOND - 1)
  expect((await path(id)).at(-1)).toBe('running')
  it.advance(1)
  await expect.poll(async () => (await path(id)).at(-1)).toBe('timed_out')
})

test('a command that was sent waits for its agent to come back for a week after its life, not longer', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendOne(agent.id, {})
  await client.next('cmd')
  client.kill()
  await expect.poll(() => status(agent.id)).toBe('reconnecting')
  await pass(8 * DAY - 1)
  expect(await path(id)).toEqual(['queued', 'sent'])
  it.advance(1)
  await expect.poll(async () => (await path(id)).at(-1)).toBe('unknown')
})
