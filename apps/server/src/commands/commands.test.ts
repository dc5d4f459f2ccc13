import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import type { Command } from '@atalaya/contract/commands'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AgentClient, connectAgent } from '#server/testing/agent-client.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

const quick = { presenceMs: 5, commitMs: 5, connectsPerMinute: 1000, reapMs: 5 }
const MINUTE = 60_000

let it: TestApp
let address: string
let clock: number
let admin: string
let ada: string
let bob: string
beforeEach(async () => {
  clock = Date.now()
  it = await createTestApp({ now: () => clock, times: quick })
  address = await it.listen()
  admin = (await it.signUp('admin')).tokens.accessToken
  ada = (await it.signUp('ada')).tokens.accessToken
  bob = (await it.signUp('bob')).tokens.accessToken
})
afterEach(() => it.close())

async function register(token = ada, name?: string) {
  const { body } = await it.call(agents.register, { body: { name } }, token)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
const send = (body: object, token = ada, headers: Record<string, string> = {}) =>
  it.call(commands.send, { body, headers }, token)
async function sendOne(agentId: string, command = 'backup', more: object = {}): Promise<string> {
  const { body, status } = await send({ command, agentId, ...more })
  expect(status).toBe(200)
  return body.data.commands[0].commandId
}
const look = async (id: string): Promise<Command> =>
  (await it.call(commands.get, { params: { id } }, admin)).body.data.command
const status = async (id: string) => (await look(id)).status
const path = async (id: string) =>
  (await it.call(commands.get, { params: { id } }, admin)).body.data.steps.map((one: { status: string }) => one.status)
const withJournal = (...known: string[]) => ({ journal: { known } })
const connect = (token: string, hello: object = withJournal()) => connectAgent(address, token, hello)
async function take(client: AgentClient) {
  const { d } = await client.next('cmd')
  client.send({ t: 'cmd.ack', d: { execId: d.execId } })
  client.send({ t: 'cmd.started', d: { execId: d.execId } })
  return d
}
async function finish(client: AgentClient, execId: string, result: object = {}) {
  client.send({ t: 'cmd.result', d: { execId, status: 'succeeded', exitCode: 0, output: 'done', ...result } })
  await client.next('cmd.result.ack')
}

describe('sending', () => {
  test('answers what was enqueued for whom', async () => {
    const agent = await register()
    const { body } = await send({ command: ' backup ', agentId: agent.id, args: { full: true } })
    expect(body.data).toMatchObject({
      enqueued: 1,
      online: 0,
      queued: 1,
      skipped: [],
      commands: [{ agentId: agent.id }],
    })
    expect(await look(body.data.commands[0].commandId)).toMatchObject({
      command: 'backup',
      args: { full: true },
      status: 'queued',
      attempt: 0,
      requestedBy: { username: 'ada' },
    })
  })

  test.each([
    ['nothing', {}, 'Command is required'],
    ['blanks', { command: '   ' }, 'Command is required'],
    ['args that are a text', { command: 'x', args: '{oops' }, 'Args must be a JSON object'],
    ['args that are a list', { command: 'x', args: [1] }, 'Args must be a JSON object'],
    ['an empty choice', { command: 'x', agentIds: [] }, 'Choose at least one agent'],
    ['an empty id', { command: 'x', agentId: '' }, 'agentId: Too small'],
    ['no id', { command: 'x', agentId: null }, 'agentId: Invalid input'],
    ['two choices', { command: 'x', agentId: 'a', agentIds: ['a'] }, 'Give agentId or agentIds, not both'],
    ['unknown fields', { command: 'x', agents: 'all' }, 'Unrecognized key'],
  ])('refuses %s with 400', async (_what, body, message) => {
    await register()
    const refused = await send(body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain(message)
  })

  test('reaches without a destination exactly the agents that the caller may command', async () => {
    const own = await register(ada)
    const other = await register(bob)
    const targets = async (token: string) =>
      (await send({ command: 'ping' }, token)).body.data.commands.map((one: { agentId: string }) => one.agentId).sort()
    expect(await targets(ada)).toEqual([own.id])
    expect(await targets(admin)).toEqual([own.id, other.id].sort())
    expect((await it.call(commands.reach, {}, ada)).body.data).toEqual({ total: 1, online: 0 })
    expect((await it.call(commands.reach, {}, admin)).body.data).toEqual({ total: 2, online: 0 })
  })

  test('is an error for whoever has no agent, never everyone', async () => {
    await register(ada)
    const { status: refused, body } = await send({ command: 'ping' }, bob)
    expect([refused, body.code]).toEqual([400, 'commands.no_target'])
  })

  test('to an agent of somebody else answers like one that does not exist, and reaches nobody', async () => {
    const [own, foreign] = [await register(ada), await register(bob)]
    const one = await send({ command: 'x', agentId: foreign.id })
    const none = await send({ command: 'x', agentId: 'nobody' })
    expect([one.status, one.body.error]).toEqual([404, none.body.error])
    expect((await send({ command: 'x', agentIds: [own.id, foreign.id] })).status).toBe(404)
    const { body } = await it.call(commands.listOfAgent, { params: { id: own.id } }, ada)
    expect(body.data.commands).toEqual([])
  })

  test('respects how many the caller expected, and who is online', async () => {
    const [first] = [await register(), await register()]
    expect((await send({ command: 'x', maxTargets: 1 })).status).toBe(409)
    expect((await send({ command: 'x', onlineOnly: true })).status).toBe(409)
    await connect(first.token)
    const { body } = await send({ command: 'x', onlineOnly: true })
    expect(body.data).toMatchObject({ enqueued: 1, online: 1, queued: 0, skipped: [{ reason: 'The agent is away' }] })
  })

  test('happens once under one Idempotency-Key, also at the same moment', async () => {
    const agent = await register()
    const again = () => send({ command: 'x', agentId: agent.id }, ada, { 'idempotency-key': 'k1' })
    const answers = await Promise.all([again(), again(), again()])
    const ids = answers.map(({ body }) => body.data.commands[0].commandId)
    expect(new Set(ids).size).toBe(1)
    expect((await again()).body.data).toEqual(answers[0]?.body.data)
    const other = await send({ command: 'y', agentId: agent.id }, ada, { 'idempotency-key': 'k1' })
    expect([other.status, other.body.code]).toEqual([409, 'commands.key_reused'])
    expect((await send({ command: 'x' }, admin, { 'idempotency-key': 'k1' })).status).toBe(200)
  })

  test('does not pile up without end', async () => {
    const agent = await register()
    for (let n = 0; n < 100; n++) await sendOne(agent.id)
    const refused = await send({ command: 'x', agentId: agent.id })
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('100 commands already wait')])
  })

  test('is recorded', async () => {
    const agent = await register(ada, 'Kitchen')
    await sendOne(agent.id)
    const { body } = await it.call(audit.list, { query: { action: 'agent.command' } }, admin)
    expect(body.data.entries).toMatchObject([
      { actor: { name: 'ada' }, target: { name: 'Kitchen' }, details: 'backup' },
    ])
  })
})

describe('delivery', () => {
  test('walks from the queue to a result', async () => {
    const agent = await register()
    const client = await connect(agent.token)
    const id = await sendOne(agent.id, 'backup', { args: { full: true } })
    const order = await take(client)
    expect(order).toMatchObject({ execId: id, attempt: 1, name: 'backup', args: { full: true }, timeoutS: 60 })
    await expect.poll(() => status(id)).toBe('running')
    await finish(client, id, { output: 'all good' })
    expect(await look(id)).toMatchObject({ status: 'succeeded', exitCode: 0, output: 'all good', truncated: false })
    expect(await path(id)).toEqual(['queued', 'sent', 'delivered', 'running', 'succeeded'])
  })

  test('waits for an agent that is away', async () => {
    const agent = await register()
    const id = await sendOne(agent.id)
    const client = await connect(agent.token)
    expect((await client.next('cmd')).d.execId).toBe(id)
  })

  test('keeps the order of each agent, one at a time, and lets a ping pass', async () => {
    const agent = await register()
    const client = await connect(agent.token)
    const ids = [await sendOne(agent.id, 'one'), await sendOne(agent.id, 'two')]
    const first = await take(client)
    const ping = await sendOne(agent.id, 'ping')
    expect((await client.next('cmd')).d.execId).toBe(ping)
    expect(await status(ids[1] ?? '')).toBe('queued')
    await finish(client, first.execId)
    expect((await client.next('cmd')).d.execId).toBe(ids[1])
  })

  test('reaches many agents with one batch, which counts how far it is', async () => {
    const all = [await register(), await register(), await register()]
    const [one, two] = [await connect(all[0]?.token ?? ''), await connect(all[1]?.token ?? '')]
    const { body } = await send({ command: 'backup' })
    expect(body.data).toMatchObject({ enqueued: 3, online: 2, queued: 1 })
    await finish(one, (await take(one)).execId)
    await finish(two, (await take(two)).execId, { status: 'failed', exitCode: 3 })
    const batch = await it.call(commands.batch, { params: { id: body.data.batchId } }, ada)
    expect(batch.body.data.batch).toMatchObject({ total: 3, counts: { queued: 1, succeeded: 1, failed: 1 } })
    expect(batch.body.data.commands).toHaveLength(3)
    expect((await it.call(commands.batch, { params: { id: body.data.batchId } }, bob)).status).toBe(404)
  })

  test('a result counts only from the agent that the command was for', async () => {
    const [agent, thief] = [await register(ada), await register(bob)]
    const [client, other] = [await connect(agent.token), await connect(thief.token)]
    const id = await sendOne(agent.id)
    await take(client)
    await finish(other, id, { output: 'forged' })
    expect(await status(id)).not.toBe('succeeded')
    await finish(client, id)
    expect(await look(id)).toMatchObject({ status: 'succeeded', output: 'done' })
  })

  test('a result that comes twice counts once', async () => {
    const agent = await register()
    const client = await connect(agent.token)
    const id = await sendOne(agent.id)
    await take(client)
    await finish(client, id)
    await finish(client, id, { status: 'failed', output: 'again' })
    expect(await look(id)).toMatchObject({ status: 'succeeded', output: 'done' })
  })
})

describe('when agent and server lose each other', () => {
  test('a command that never arrived is sent again', async () => {
    const agent = await register()
    const first = await connect(agent.token)
    const id = await sendOne(agent.id)
    await first.next('cmd')
    first.kill()
    const second = await connect(agent.token, withJournal())
    expect((await second.next('cmd')).d).toMatchObject({ execId: id, attempt: 2 })
  })

  test('a command that arrived is not', async () => {
    const agent = await register()
    const first = await connect(agent.token)
    const id = await sendOne(agent.id)
    await first.next('cmd')
    first.kill()
    const second = await connect(agent.token, withJournal(id))
    await expect.poll(() => status(id)).toBe('delivered')
    await finish(second, id)
    expect(second.frames.filter((frame) => frame.t === 'cmd')).toEqual([])
    expect(await look(id)).toMatchObject({ status: 'succeeded', attempt: 1 })
  })

  test('a command whose journal was lost is unknown, and the next one goes on', async () => {
    const agent = await register()
    const first = await connect(agent.token)
    const [id, next] = [await sendOne(agent.id), await sendOne(agent.id, 'next')]
    await take(first)
    await expect.poll(() => status(id)).toBe('running')
    first.kill()
    const second = await connect(agent.token, withJournal())
    expect((await second.next('cmd')).d.execId).toBe(next)
    expect(await status(id)).toBe('unknown')
  })

  test('a silent agent is asked five times, then it is undeliverable', async () => {
    const agent = await register()
    const client = await connect(agent.token)
    const id = await sendOne(agent.id)
    for (const attempt of [1, 2, 3, 4, 5]) {
      expect((await client.next('cmd')).d.attempt).toBe(attempt)
      clock += 31_000
    }
    await expect.poll(() => status(id)).toBe('failed')
    expect((await look(id)).reason).toContain('Undeliverable')
  })

  test('a command that nobody took in time has expired, and does not block the next', async () => {
    const agent = await register()
    const id = await sendOne(agent.id, 'restart', { lifeS: 60 })
    clock += 2 * MINUTE
    await expect.poll(() => status(id)).toBe('expired')
    const client = await connect(agent.token)
    const next = await sendOne(agent.id)
    expect((await client.next('cmd')).d.execId).toBe(next)
  })

  test('a command without a result in its time has timed out, and the agent is told to stop', async () => {
    const agent = await register()
    const client = await connect(agent.token)
    const id = await sendOne(agent.id)
    await take(client)
    await expect.poll(() => status(id)).toBe('running')
    clock += 91_000
    expect((await client.next('cmd.cancel')).d.execId).toBe(id)
    await expect.poll(() => status(id)).toBe('timed_out')
  })
})

describe('proof of effect', () => {
  test('a restart has succeeded when the agent is back with a new run, not when it says so', async () => {
    const agent = await register()
    const first = await connect(agent.token, { runId: 'one', ...withJournal() })
    const id = await sendOne(agent.id, 'restart')
    await take(first)
    await finish(first, id)
    expect(await status(id)).toBe('running')
    first.kill()
    await connect(agent.token, { runId: 'two', ...withJournal(id) })
    await expect.poll(() => status(id)).toBe('succeeded')
  })

  test('an update needs a new version; an agent that comes back the same has failed', async () => {
    const agent = await register()
    const first = await connect(agent.token, { runId: 'one', version: '1', ...withJournal() })
    const id = await sendOne(agent.id, 'update')
    await take(first)
    await expect.poll(() => status(id)).toBe('running')
    first.kill()
    await connect(agent.token, { runId: 'two', version: '1', ...withJournal(id) })
    clock += 6 * MINUTE
    await expect.poll(() => status(id)).toBe('failed')
    expect((await look(id)).reason).toContain('did not come back changed')
  })
})

describe('cancelling', () => {
  const cancel = (id: string, token = ada) => it.call(commands.cancel, { params: { id } }, token)

  test('takes a command out of the queue', async () => {
    const agent = await register()
    const id = await sendOne(agent.id)
    expect((await cancel(id)).body.data.command.status).toBe('cancelled')
    const again = await cancel(id)
    expect([again.status, again.body.code]).toEqual([409, 'commands.ended'])
    const client = await connect(agent.token)
    const next = await sendOne(agent.id)
    expect((await client.next('cmd')).d.execId).toBe(next)
  })

  test('tells a running one to stop, and what it answers is what happened', async () => {
    const agent = await register()
    const client = await connect(agent.token)
    const id = await sendOne(agent.id)
    await take(client)
    await expect.poll(() => status(id)).toBe('running')
    expect((await cancel(id)).body.data.command.status).toBe('cancelling')
    expect((await client.next('cmd.cancel')).d.execId).toBe(id)
    await finish(client, id, { status: 'cancelled' })
    expect(await status(id)).toBe('cancelled')
  })

  test('reaches an agent that was away meanwhile', async () => {
    const agent = await register()
    const first = await connect(agent.token)
    const id = await sendOne(agent.id)
    await take(first)
    await expect.poll(() => status(id)).toBe('running')
    first.kill()
    await cancel(id)
    const second = await connect(agent.token, withJournal(id))
    expect((await second.next('cmd.cancel')).d.execId).toBe(id)
  })

  test('is not for others', async () => {
    const id = await sendOne((await register()).id)
    expect((await cancel(id, bob)).status).toBe(404)
    expect((await cancel(id, admin)).status).toBe(200)
  })
})

test('live, every step reaches the owner and administrators and nobody else', async () => {
  const agent = await register()
  const client = await connect(agent.token)
  const [own, foreign] = [await openEvents(address, ada), await openEvents(address, bob)]
  const id = await sendOne(agent.id)
  await take(client)
  await finish(client, id)
  const told = () => own.ofType('command.updated').map((event) => event.data.status)
  await expect.poll(() => told().at(-1)).toBe('succeeded')
  expect(told()).toEqual(['sent', 'delivered', 'running', 'succeeded'])
  await register(bob)
  await expect.poll(() => foreign.events.length).toBe(1)
  expect(foreign.ofType('command.updated')).toEqual([])
  await Promise.all([own.close(), foreign.close()])
})

test('an agent says what it can be told to do', async () => {
  const agent = await register()
  await connect(agent.token, { capabilities: [{ name: 'ping', idempotent: true }] })
  const { body } = await it.call(commands.capabilities, { params: { id: agent.id } }, ada)
  expect(body.data.capabilities).toEqual([{ name: 'ping', idempotent: true, danger: 0, timeoutS: 60 }])
  expect((await it.call(commands.capabilities, { params: { id: agent.id } }, bob)).status).toBe(404)
})
