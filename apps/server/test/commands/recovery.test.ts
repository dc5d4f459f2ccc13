import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext, withJournal } from '#test/support/command-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

describe('after a lost connection', () => {
  test('a command that the agent did not receive is sent again', async () => {
    const agent = await it.register()
    const first = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await first.next('cmd')
    first.kill()
    const second = await it.connect(agent.token, withJournal())
    expect((await second.next('cmd')).d).toMatchObject({ execId: id, attempt: 2 })
  })

  test('a command that the agent received is not sent again', async () => {
    const agent = await it.register()
    const first = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await first.next('cmd')
    first.kill()
    const second = await it.connect(agent.token, withJournal(id))
    await expect.poll(() => it.status(id)).toBe('delivered')
    await finish(second, id)
    expect(second.frames.filter((frame) => frame.t === 'cmd')).toEqual([])
    expect(await it.readCommand(id)).toMatchObject({ status: 'succeeded', attempt: 1 })
  })

  test('a running command of an agent with a lost journal becomes unknown, and the next command is sent', async () => {
    const agent = await it.register()
    const first = await it.connect(agent.token)
    const [id, next] = [await it.sendOne(agent.id), await it.sendOne(agent.id, 'next')]
    await startNext(first)
    await expect.poll(() => it.status(id)).toBe('running')
    first.kill()
    const second = await it.connect(agent.token, withJournal())
    expect((await second.next('cmd')).d.execId).toBe(next)
    expect(await it.status(id)).toBe('unknown')
  })
})

describe('proof of effect', () => {
  test('a restart succeeds when the agent connects with a new run id, not when it reports success', async () => {
    const agent = await it.register()
    const first = await it.connect(agent.token, { runId: 'one', ...withJournal() })
    const id = await it.sendOne(agent.id, 'restart')
    await startNext(first)
    // `unchanged` proves nothing for a restart: it is for updates.
    first.send({ t: 'cmd.result', d: { execId: id, status: 'succeeded', unchanged: true } })
    await expect.poll(() => it.statusHistory(id)).toEqual(['queued', 'sent', 'delivered', 'running'])
    first.kill()
    await it.connect(agent.token, { runId: 'two', ...withJournal(id) })
    await expect.poll(() => it.status(id)).toBe('succeeded')
  })

  test.each([
    ['one', 'two', 'succeeded'],
    ['one', 'one', 'running'],
    ['one', null, 'running'],
    [null, 'two', 'running'],
  ])(
    'a reboot needs a new boot id: after a change from %s to %s the command is %s',
    async (before, after, expected) => {
      const agent = await it.register()
      const first = await it.connect(agent.token, { runId: 'one', bootId: before, ...withJournal() })
      const id = await it.sendOne(agent.id, 'reboot')
      await startNext(first)
      await expect.poll(() => it.status(id)).toBe('running')
      first.kill()
      const second = await it.connect(agent.token, { runId: 'two', bootId: after, ...withJournal(id) })
      // New commands wait until the earlier ones are settled.
      await it.sendOne(agent.id, 'ping')
      await second.next('cmd')
      expect(await it.status(id)).toBe(expected)
    },
  )
})

describe('cancelling', () => {
  const cancel = (id: string, token = it.ada) => it.call(commands.cancel, { params: { id } }, token)

  test('takes a command out of the queue', async () => {
    const agent = await it.register()
    const id = await it.sendOne(agent.id)
    expect((await cancel(id)).body.data.command.status).toBe('cancelled')
    const again = await cancel(id)
    expect([again.status, again.body.code]).toEqual([409, 'commands.ended'])
    const client = await it.connect(agent.token)
    const next = await it.sendOne(agent.id)
    expect((await client.next('cmd')).d.execId).toBe(next)
  })

  test('stops a running command, whose result sets the final status', async () => {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await startNext(client)
    await expect.poll(() => it.status(id)).toBe('running')
    expect((await cancel(id)).body.data.command.status).toBe('cancelling')
    expect((await client.next('cmd.cancel')).d.execId).toBe(id)
    await finish(client, id, { status: 'cancelled' })
    expect(await it.status(id)).toBe('cancelled')
  })

  test('is sent to an agent that reconnects later', async () => {
    const agent = await it.register()
    const first = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await startNext(first)
    await expect.poll(() => it.status(id)).toBe('running')
    first.kill()
    await cancel(id)
    const second = await it.connect(agent.token, withJournal(id))
    expect((await second.next('cmd.cancel')).d.execId).toBe(id)
  })

  test('is refused for members who do not own the agent', async () => {
    const id = await it.sendOne((await it.register()).id)
    expect((await cancel(id, it.bob)).status).toBe(404)
    expect((await cancel(id, it.admin)).status).toBe(200)
  })
})
