import { commands } from '@atalaya/contract/commands'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext } from '#test/support/command-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

const cancel = (id: string) => it.call(commands.cancel, { params: { id } }, it.ada)

test('the cancellation of a queued command has its time, and reaches live streams', async () => {
  const id = await it.sendOne((await it.register()).id)
  const stream = await openEvents(it.address, it.ada)
  it.advance(5000)
  const { command } = (await cancel(id)).body.data
  expect(command).toMatchObject({ status: 'cancelled', endedAt: new Date(it.setup.now()).toISOString() })
  await expect.poll(() => stream.ofType('command.updated').map(({ data }) => data)).toEqual([command])
  await stream.close()
})

test('a repeated cancellation reaches the agent again, and the command has no end yet', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  await startNext(client)
  await expect.poll(() => it.status(id)).toBe('running')
  for (const _ of [1, 2]) {
    const { status, body } = await cancel(id)
    expect([status, body.data.command.status, body.data.command.endedAt]).toEqual([200, 'cancelling', null])
    expect((await client.next('cmd.cancel')).d.execId).toBe(id)
  }
  await finish(client, id, { status: 'cancelled' })
  expect((await it.statusHistory(id)).slice(-2)).toEqual(['cancelling', 'cancelled'])
})
