import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CommandWorld,
  createCommandWorld,
  startNext,
  withJournal,
  withReaper,
} from '#test/support/command-world.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND

let it: CommandWorld
let token: string
let awayAgentId: string
beforeEach(async () => {
  it = await createCommandWorld(withReaper)
  token = it.ada
  awayAgentId = (await it.register()).id
})
afterEach(() => it.close())

/** Sends in the current session, which `advanceAndReap` renews. `it.sendOne` uses the token of the first session. */
const sendInSession = async (agentId: string, more: object): Promise<string> =>
  (await it.send({ command: 'backup', agentId, ...more }, token)).body.data.commands[0].commandId
const statusesOf = async (id: string): Promise<string[]> => {
  const { body } = await it.call(commands.get, { params: { id } }, token)
  return body.data.steps.map((step: { status: string }) => step.status)
}
const agentStatus = async (id: string) => (await it.call(agents.get, { params: { id } }, token)).body.data.agent.status

/** Advances time, and waits for the reaper. It ends commands in order, so the newest one is the last. */
async function advanceAndReap(ms: number): Promise<void> {
  const last = await sendInSession(awayAgentId, { lifeS: 1 })
  it.advance(ms)
  // Signs in again, as the session may have ended.
  token = (await it.signUp('ada')).tokens.accessToken
  await expect.poll(() => statusesOf(last)).toEqual(['queued', 'expired'])
}

test('a queued command can be delivered until its lifetime ends, and then expires', async () => {
  const [agent, other] = [await it.register(), await it.register()]
  const [id, late] = [await sendInSession(agent.id, { lifeS: 60 }), await sendInSession(other.id, { lifeS: 60 })]
  await advanceAndReap(60 * SECOND - 1)
  const client = await it.connect(agent.token)
  expect((await client.next('cmd')).d.execId).toBe(id)
  expect(await statusesOf(late)).toEqual(['queued'])
  it.advance(1)
  await expect.poll(() => statusesOf(late)).toEqual(['queued', 'expired'])
})

test('an unacknowledged command is sent again after exactly 30 seconds', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendInSession(agent.id, {})
  await client.next('cmd')
  await advanceAndReap(30 * SECOND - 1)
  expect(await statusesOf(id)).toEqual(['queued', 'sent'])
  it.advance(1)
  expect((await client.next('cmd')).d).toMatchObject({ execId: id, attempt: 2 })
})

test('a command times out 30 seconds after its time limit', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendInSession(agent.id, {})
  const { timeoutS } = await startNext(client)
  await expect.poll(() => statusesOf(id)).toEqual(['queued', 'sent', 'delivered', 'running'])
  await advanceAndReap((timeoutS + 30) * SECOND - 1)
  expect((await statusesOf(id)).at(-1)).toBe('running')
  it.advance(1)
  await expect.poll(async () => (await statusesOf(id)).at(-1)).toBe('timed_out')
})

test.each(['sent', 'queued'] as const)(
  'a command that may have arrived becomes unknown a week after its lifetime: %s',
  async (state) => {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const id = await sendInSession(agent.id, {})
    await client.next('cmd')
    client.kill()
    await expect.poll(() => agentStatus(agent.id)).toBe('reconnecting')
    await it.withDatabase((db) => db.updateTable('commands').set({ status: state }).where('id', '=', id).execute())
    await advanceAndReap(8 * DAY - 1)
    expect(await statusesOf(id)).toEqual(['queued', 'sent'])
    it.advance(1)
    await expect.poll(async () => (await statusesOf(id)).at(-1)).toBe('unknown')
  },
)

test('a command is sent to a silent agent five times, and then is undeliverable', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  for (const attempt of [1, 2, 3, 4, 5]) {
    expect((await client.next('cmd')).d.attempt).toBe(attempt)
    it.advance(31_000)
  }
  await expect.poll(() => it.status(id)).toBe('failed')
  expect((await it.readCommand(id)).reason).toContain('Undeliverable')
})

test('an unsent command expires although nothing checked it for nine days', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  it.advance(9 * DAY)
  const { tokens } = await it.signUp('ada')
  const status = async () => {
    const { body } = await it.call(commands.get, { params: { id } }, tokens.accessToken)
    return body.data.command.status
  }
  await expect.poll(status).toBe('expired')
})

test('an expired command does not block the next one', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id, 'restart', { lifeS: 60 })
  it.advance(120 * SECOND)
  await expect.poll(() => it.status(id)).toBe('expired')
  const client = await it.connect(agent.token)
  const next = await it.sendOne(agent.id)
  expect((await client.next('cmd')).d.execId).toBe(next)
})

test('a command without a result in time times out, and its agent gets a cancellation', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  await startNext(client)
  await expect.poll(() => it.status(id)).toBe('running')
  // The time limit of 60 s, 30 s more, and one.
  it.advance(91_000)
  expect((await client.next('cmd.cancel')).d.execId).toBe(id)
  await expect.poll(() => it.status(id)).toBe('timed_out')
})

test('a command that runs while its agent is away does not time out', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendInSession(agent.id, {})
  const { timeoutS } = await startNext(client)
  await expect.poll(() => statusesOf(id)).toContain('running')
  client.kill()
  await expect.poll(() => agentStatus(agent.id)).toBe('reconnecting')
  await advanceAndReap((timeoutS + 60) * SECOND)
  expect((await statusesOf(id)).at(-1)).toBe('running')
})

test('an update fails if the agent reconnects with the same version', async () => {
  const agent = await it.register()
  const first = await it.connect(agent.token, { runId: 'one', version: '1', ...withJournal() })
  const id = await it.sendOne(agent.id, 'update')
  await startNext(first)
  await expect.poll(() => it.status(id)).toBe('running')
  first.kill()
  await it.connect(agent.token, { runId: 'two', version: '1', ...withJournal(id) })
  it.advance(6 * 60 * SECOND)
  await expect.poll(() => it.status(id)).toBe('failed')
  expect((await it.readCommand(id)).reason).toContain('did not come back changed')
})

test('a cancellation whose message was lost still reaches the agent', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  await startNext(client)
  await expect.poll(() => it.status(id)).toBe('running')
  // Writes the row as another instance does that crashes before its message.
  await it.withDatabase((db) => db.updateTable('commands').set({ status: 'cancelling' }).where('id', '=', id).execute())
  expect((await client.next('cmd.cancel')).d).toEqual({ execId: id })
})

test('a time limit begins when the agent acknowledges the command', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await sendInSession(agent.id, {})
  const { d } = await client.next('cmd')
  await advanceAndReap(25 * SECOND)
  client.send({ t: 'cmd.ack', d: { execId: id } })
  await expect.poll(() => statusesOf(id)).toEqual(['queued', 'sent', 'delivered'])
  await advanceAndReap((d.timeoutS + 30) * SECOND - 1)
  expect((await statusesOf(id)).at(-1)).toBe('delivered')
  it.advance(1)
  await expect.poll(async () => (await statusesOf(id)).at(-1)).toBe('timed_out')
})

test('a repeatable command that its agent lost runs again with its full time limit', async () => {
  const agent = await it.register()
  const first = await it.connect(agent.token)
  const id = await sendInSession(agent.id, { command: 'diagnose' })
  const { timeoutS } = await startNext(first)
  await expect.poll(() => statusesOf(id)).toContain('running')
  first.kill()
  await expect.poll(() => agentStatus(agent.id)).toBe('reconnecting')
  await advanceAndReap(timeoutS * SECOND)
  const second = await it.connect(agent.token, withJournal())
  await startNext(second)
  const firstRun = ['queued', 'sent', 'delivered', 'running']
  await expect.poll(() => statusesOf(id)).toEqual([...firstRun, ...firstRun])
  const { body } = await it.call(commands.get, { params: { id } }, token)
  expect(Date.parse(body.data.command.startedAt)).toBe(it.setup.now())
  await advanceAndReap((timeoutS + 30) * SECOND - 1)
  expect(await statusesOf(id)).toEqual([...firstRun, ...firstRun])
  it.advance(1)
  await expect.poll(async () => (await statusesOf(id)).at(-1)).toBe('timed_out')
})

test('a restart fails if its agent does not reconnect', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token, withJournal())
  const id = await it.sendOne(agent.id, 'restart')
  await startNext(client)
  await expect.poll(() => statusesOf(id)).toContain('running')
  client.kill()
  // The time limit of a restart, and 30 s more.
  await advanceAndReap((120 + 30) * SECOND)
  await expect.poll(async () => (await statusesOf(id)).at(-1)).toBe('failed')
})

test('a command that may have arrived is sent again even after its lifetime', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token, {})
  const id = await sendInSession(agent.id, { lifeS: 60 })
  await client.next('cmd')
  await advanceAndReap(31 * SECOND)
  expect((await client.next('cmd')).d.attempt).toBe(2)
  client.kill()
  await advanceAndReap(DAY)
  const second = await it.connect(agent.token, {})
  expect((await second.next('cmd')).d).toMatchObject({ execId: id, attempt: 3 })
})
