import { commands } from '@atalaya/contract/commands'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext, withJournal } from '#test/support/command-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

describe('delivery', () => {
  test('passes all states from the queue to a result', async () => {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const id = await it.sendOne(agent.id, 'backup', { args: { full: true } })
    const order = await startNext(client)
    expect(order).toMatchObject({ execId: id, attempt: 1, name: 'backup', args: { full: true }, timeoutS: 60 })
    await expect.poll(() => it.status(id)).toBe('running')
    await finish(client, id, { output: 'all good' })
    expect(await it.readCommand(id)).toMatchObject({
      status: 'succeeded',
      exitCode: 0,
      output: 'all good',
      truncated: false,
    })
    expect(await it.statusHistory(id)).toEqual(['queued', 'sent', 'delivered', 'running', 'succeeded'])
  })

  test('waits until the agent connects', async () => {
    const agent = await it.register()
    const id = await it.sendOne(agent.id)
    const client = await it.connect(agent.token)
    expect((await client.next('cmd')).d.execId).toBe(id)
  })

  test('sends an agent one command at a time in order, except for a ping', async () => {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const ids = [await it.sendOne(agent.id, 'one'), await it.sendOne(agent.id, 'two')]
    const first = await startNext(client)
    const ping = await it.sendOne(agent.id, 'ping')
    expect((await client.next('cmd')).d.execId).toBe(ping)
    expect(await it.status(ids[1] ?? '')).toBe('queued')
    await finish(client, first.execId)
    expect((await client.next('cmd')).d.execId).toBe(ids[1])
  })

  test('reaches several agents with one batch, which counts its results', async () => {
    const all = [await it.register(), await it.register(), await it.register()]
    const [one, two] = [await it.connect(all[0]?.token ?? ''), await it.connect(all[1]?.token ?? '')]
    const { body } = await it.send({ command: 'backup' })
    expect(body.data).toMatchObject({ enqueued: 3, online: 2, queued: 1 })
    await finish(one, (await startNext(one)).execId)
    await finish(two, (await startNext(two)).execId, { status: 'failed', exitCode: 3 })
    const batch = await it.call(commands.batch, { params: { id: body.data.batchId } }, it.ada)
    expect(batch.body.data.batch).toMatchObject({ total: 3, counts: { queued: 1, succeeded: 1, failed: 1 } })
    expect(batch.body.data.commands).toHaveLength(3)
    expect((await it.call(commands.batch, { params: { id: body.data.batchId } }, it.bob)).status).toBe(404)
  })

  test('accepts a result only from the agent of the command', async () => {
    const [agent, thief] = [await it.register(it.ada), await it.register(it.bob)]
    const [client, other] = [await it.connect(agent.token), await it.connect(thief.token)]
    const id = await it.sendOne(agent.id)
    await startNext(client)
    await finish(other, id, { output: 'forged' })
    expect(await it.status(id)).not.toBe('succeeded')
    await finish(client, id)
    expect(await it.readCommand(id)).toMatchObject({ status: 'succeeded', output: 'done' })
  })

  test('ignores a second result', async () => {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await startNext(client)
    await finish(client, id)
    await finish(client, id, { status: 'failed', output: 'again' })
    expect(await it.readCommand(id)).toMatchObject({ status: 'succeeded', output: 'done' })
  })
})

test('live events about each step of a command reach the agent’s owner, and no stranger', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  // After the first command the server has surely read the agent's journal: the next one does not wait.
  await it.sendOne(agent.id)
  await finish(client, (await startNext(client)).execId)
  const [ofAda, ofBob] = [await openEvents(it.address, it.ada), await openEvents(it.address, it.bob)]
  const id = await it.sendOne(agent.id)
  await startNext(client)
  await finish(client, id)
  const statuses = () => ofAda.ofType('command.updated').flatMap(({ data }) => (data._id === id ? [data.status] : []))
  await expect.poll(() => statuses().at(-1)).toBe('succeeded')
  expect(statuses()).toEqual(['sent', 'delivered', 'running', 'succeeded'])
  await it.register(it.bob)
  await expect.poll(() => ofBob.events.length).toBe(1)
  expect(ofBob.ofType('command.updated')).toEqual([])
  await Promise.all([ofAda.close(), ofBob.close()])
})

test('the commands that an agent offers are returned to its owner', async () => {
  const agent = await it.register()
  await it.connect(agent.token, { capabilities: [{ name: 'ping', idempotent: true }] })
  const { body } = await it.call(commands.capabilities, { params: { id: agent.id } }, it.ada)
  expect(body.data.capabilities).toEqual([{ name: 'ping', idempotent: true, danger: 0, timeoutS: 60 }])
  expect((await it.call(commands.capabilities, { params: { id: agent.id } }, it.bob)).status).toBe(404)
})

test('a live event announces the command of a reconnected agent as delivered', async () => {
  const agent = await it.register()
  const first = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  await first.next('cmd')
  first.kill()
  const stream = await openEvents(it.address, it.ada)
  await it.connect(agent.token, withJournal(id))
  const updates = () => stream.ofType('command.updated').map(({ data }) => [data._id, data.status])
  await expect.poll(updates).toContainEqual([id, 'delivered'])
  await stream.close()
})
