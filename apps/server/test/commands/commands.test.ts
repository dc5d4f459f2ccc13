import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import { type Command, commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext } from '#test/support/command-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

describe('sending a command', () => {
  test('returns the command enqueued for each agent', async () => {
    const agent = await it.register()
    const { body } = await it.send({ command: ' backup ', agentId: agent.id, args: { full: true } })
    expect(body.data).toMatchObject({
      enqueued: 1,
      online: 0,
      queued: 1,
      skipped: [],
      commands: [{ agentId: agent.id }],
    })
    expect(await it.readCommand(body.data.commands[0].commandId)).toMatchObject({
      command: 'backup',
      args: { full: true },
      status: 'queued',
      attempt: 0,
      requestedBy: { username: 'ada' },
    })
  })

  test.each([
    ['no command', {}, 'Command is required'],
    ['a blank command', { command: '   ' }, 'Command is required'],
    ['args that are a text', { command: 'x', args: '{oops' }, 'Args must be a JSON object'],
    ['args that are a list', { command: 'x', args: [1] }, 'Args must be a JSON object'],
    ['an empty list of agents', { command: 'x', agentIds: [] }, 'Choose at least one agent'],
    ['an empty id', { command: 'x', agentId: '' }, 'agentId: Too small'],
    ['a null id', { command: 'x', agentId: null }, 'agentId: Invalid input'],
    [
      'an agent and a list of agents',
      { command: 'x', agentId: 'a', agentIds: ['a'] },
      'Give agentId or agentIds, not both',
    ],
    ['an empty tag', { command: 'x', tag: ' ' }, 'A tag must not be empty'],
    ['a tag and an agent', { command: 'x', tag: 'a', agentId: 'a' }, 'Give a tag or agents, not both'],
    ['unknown fields', { command: 'x', agents: 'all' }, 'Unrecognized key'],
  ])('refuses %s with 400', async (_what, body, message) => {
    await it.register()
    const refused = await it.send(body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toContain(message)
  })

  test('without a target reaches exactly the agents that the caller may command', async () => {
    const ofAda = await it.register(it.ada)
    const ofBob = await it.register(it.bob)
    const targets = async (token: string) =>
      (await it.send({ command: 'ping' }, token)).body.data.commands
        .map(({ agentId }: { agentId: string }) => agentId)
        .sort()
    expect(await targets(it.ada)).toEqual([ofAda.id])
    expect(await targets(it.admin)).toEqual([ofAda.id, ofBob.id].sort())
    expect((await it.call(commands.reach, {}, it.ada)).body.data).toEqual({ total: 1, online: 0 })
    expect((await it.call(commands.reach, {}, it.admin)).body.data).toEqual({ total: 2, online: 0 })
  })

  test('to a tag reaches exactly the agents with that spelling that the caller may command', async () => {
    const [one, two] = [
      await it.register(it.ada, 'one', ['rack', 'a"b']),
      await it.register(it.ada, 'two', ['x', 'rack']),
    ]
    const foreign = await it.register(it.bob, 'three', ['rack'])
    for (const tag of ['Rack', 'rack 2', 'r,"rack', 'b']) await it.register(it.ada, tag, [tag])
    const sendToTag = async (tag: string, token: string) => {
      const { body, status } = await it.send({ command: 'ping', tag }, token)
      return status === 200 ? body.data.commands.map((sent: { agentId: string }) => sent.agentId).sort() : body.code
    }
    const ids = (...agents: { id: string }[]) => agents.map(({ id }) => id).sort()
    expect(await sendToTag('rack', it.ada)).toEqual(ids(one, two))
    expect(await sendToTag('rack', it.admin)).toEqual(ids(one, two, foreign))
    expect(await sendToTag('a"b', it.ada)).toEqual(ids(one))
    expect(await sendToTag('x', it.bob)).toBe('commands.no_target')
    const toRack = { query: { tag: 'rack' } }
    expect((await it.call(commands.reach, toRack, it.ada)).body.data).toEqual({ total: 2, online: 0 })
    expect((await it.call(commands.reach, toRack, it.admin)).body.data).toEqual({ total: 3, online: 0 })
    expect((await it.call(agents.tags, {}, it.bob)).body.data).toEqual({ tags: ['rack'] })
    expect((await it.call(agents.tags, {}, it.ada)).body.data.tags).toEqual(
      expect.arrayContaining(['a"b', 'b', 'r,"rack', 'rack', 'Rack', 'rack 2', 'x']),
    )
  })

  test('creates a batch that lists failures first and can be filtered by status', async () => {
    for (let n = 0; n < 3; n++) await it.register(it.ada, `agent-${n}`)
    const last = await it.register(it.ada, 'last')
    const { body } = await it.send({ command: 'ping' })
    const { batchId } = body.data
    const client = await it.connect(last.token)
    const { execId } = await startNext(client)
    await finish(client, execId, { status: 'failed', exitCode: 1 })
    const page = async (query: Record<string, string>) =>
      (await it.call(commands.batch, { params: { id: batchId }, query }, it.ada)).body.data
    const first = await page({ pageSize: '2' })
    expect(first.commands.map(({ status }: Command) => status)).toEqual(['failed', 'queued'])
    expect(first.pagination).toMatchObject({ total: 4, pages: 2 })
    const failed = await page({ status: 'failed' })
    expect(failed.commands.map(({ agentName }: Command) => agentName)).toEqual(['last'])
    expect(failed.pagination.total).toBe(1)
    expect((await page({ status: 'succeeded' })).commands).toEqual([])
    expect((await page({ status: 'queued', page: '2', pageSize: '2' })).commands).toHaveLength(1)
  })

  test('E4 is refused for a user without agents, instead of reaching everybody’s agents', async () => {
    await it.register(it.ada)
    const { status: refused, body } = await it.send({ command: 'ping' }, it.bob)
    expect([refused, body.code]).toEqual([400, 'commands.no_target'])
  })

  test('to an agent of somebody else is refused like an unknown one, and reaches no agent', async () => {
    const [ofAda, foreign] = [await it.register(it.ada), await it.register(it.bob)]
    const toForeign = await it.send({ command: 'x', agentId: foreign.id })
    const toNobody = await it.send({ command: 'x', agentId: 'nobody' })
    expect([toForeign.status, toForeign.body.error]).toEqual([404, toNobody.body.error])
    expect((await it.send({ command: 'x', agentIds: [ofAda.id, foreign.id] })).status).toBe(404)
    const { body } = await it.call(commands.listOfAgent, { params: { id: ofAda.id } }, it.ada)
    expect(body.data.commands).toEqual([])
  })

  test('to an agent named twice reaches it once', async () => {
    const agent = await it.register()
    const { status, body } = await it.send({ command: 'x', agentIds: [agent.id, agent.id], maxTargets: 1 })
    expect(status).toBe(200)
    expect(body.data.commands.map(({ agentId }: { agentId: string }) => agentId)).toEqual([agent.id])
  })

  test('respects the expected number of agents, and can be limited to online ones', async () => {
    const [first] = [await it.register(), await it.register()]
    expect((await it.send({ command: 'x', maxTargets: 1 })).status).toBe(409)
    expect((await it.send({ command: 'x', onlineOnly: true })).status).toBe(409)
    await it.connect(first.token)
    const { body } = await it.send({ command: 'x', onlineOnly: true })
    expect(body.data).toMatchObject({ enqueued: 1, online: 1, queued: 0, skipped: [{ reason: 'The agent is away' }] })
  })

  test('happens once for repeated requests with one Idempotency-Key, even simultaneous ones', async () => {
    const agent = await it.register()
    const sendWithSameKey = () => it.send({ command: 'x', agentId: agent.id }, it.ada, { 'idempotency-key': 'k1' })
    const answers = await Promise.all([sendWithSameKey(), sendWithSameKey(), sendWithSameKey()])
    const ids = answers.map(({ body }) => body.data.commands[0].commandId)
    expect(new Set(ids).size).toBe(1)
    expect((await sendWithSameKey()).body.data).toEqual(answers[0]?.body.data)
    const other = await it.send({ command: 'y', agentId: agent.id }, it.ada, { 'idempotency-key': 'k1' })
    expect([other.status, other.body.code]).toEqual([409, 'commands.key_reused'])
    expect((await it.send({ command: 'x' }, it.admin, { 'idempotency-key': 'k1' })).status).toBe(200)
  })

  test('accepts one of two different simultaneous commands with one Idempotency-Key', async () => {
    const agent = await it.register()
    const send = (command: string) => it.send({ command, agentId: agent.id }, it.ada, { 'idempotency-key': 'k1' })
    const answers = await Promise.all([send('x'), send('y')])
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'commands.key_reused'],
    ])
  })

  test('accepts an Idempotency-Key of 1 to 200 characters', async () => {
    const agent = await it.register()
    const sendWithKey = async (key: string) =>
      (await it.send({ command: 'x', agentId: agent.id }, it.ada, { 'idempotency-key': key })).status
    expect([
      await sendWithKey(''),
      await sendWithKey('k'),
      await sendWithKey('k'.repeat(200)),
      await sendWithKey('k'.repeat(201)),
    ]).toEqual([...[400, 200, 200, 400]])
  })

  test('is limited to 100 waiting commands for an agent, and a cancellation makes room', async () => {
    const [agent, other] = [await it.register(), await it.register()]
    const [first = ''] = await Promise.all(Array.from({ length: 100 }, () => it.sendOne(agent.id)))
    const refused = await it.send({ command: 'x', agentId: agent.id })
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('100 commands already wait')])
    const { commands: sent, skipped } = (await it.send({ command: 'x' })).body.data
    expect([sent, skipped]).toMatchObject([[{ agentId: other.id }], [{ agentId: agent.id }]])
    await it.call(commands.cancel, { params: { id: first } }, it.ada)
    expect((await it.send({ command: 'x', agentId: agent.id })).status).toBe(200)
  })

  test('is recorded in the audit', async () => {
    const agent = await it.register(it.ada, 'Kitchen')
    await it.sendOne(agent.id)
    const { body } = await it.call(audit.list, { query: { action: 'agent.command' } }, it.admin)
    expect(body.data.entries).toMatchObject([
      { actor: { name: 'ada' }, target: { name: 'Kitchen' }, details: 'backup' },
    ])
  })
})

test('a command is shown with its arguments, sender, times and result', async () => {
  const agent = await it.register(it.ada, 'nas')
  const client = await it.connect(agent.token)
  const at = it.setup.now()
  const after = (seconds: number) => new Date(at + seconds * 1000).toISOString()
  const id = await it.sendOne(agent.id, 'backup', { args: { full: true }, lifeS: 60 })
  const sentFields = {
    _id: id,
    commandId: id,
    batchId: expect.any(String),
    agentId: agent.id,
    agentName: 'nas',
    command: 'backup',
    args: { full: true },
    attempt: 1,
    createdAt: after(0),
    notAfter: after(60),
    requestedBy: { _id: expect.any(String), username: 'ada' },
  }
  const notEnded = { endedAt: null, exitCode: null, output: null, truncated: false, reason: null }
  it.advance(1000)
  await startNext(client)
  await expect.poll(() => it.status(id)).toBe('running')
  const begun = { startedAt: after(1), updatedAt: after(1) }
  expect(await it.readCommand(id)).toEqual({ ...sentFields, ...notEnded, ...begun, status: 'running' })
  it.advance(2000)
  await finish(client, id, { status: 'failed', exitCode: 3, output: 'no room', truncated: true })
  expect(await it.readCommand(id)).toEqual({
    ...sentFields,
    ...begun,
    status: 'failed',
    updatedAt: after(3),
    endedAt: after(3),
    exitCode: 3,
    output: 'no room',
    truncated: true,
    reason: null,
  })
})
