import { commands } from '@atalaya/contract/commands'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext, withJournal } from '#test/support/command-world.ts'
import { createInstanceBeside, type TestApp } from '#test/support/test-app.ts'

let nats: NatsServer
let here: CommandWorld
let otherInstance: TestApp
let address: string
beforeAll(async () => {
  nats = await startNats()
  here = await createCommandWorld({}, { NATS_URL: nats.url })
  otherInstance = await createInstanceBeside(here, here.setup)
  address = await otherInstance.listen()
})
afterAll(async () => {
  await otherInstance.close()
  await here.close()
  await nats.stop()
})

test('a command and its cancellation reach an agent connected to another instance', async () => {
  const agent = await here.register()
  const client = await connectAgent(address, agent.token, withJournal())
  const id = await here.sendOne(agent.id)
  expect((await startNext(client)).execId).toBe(id)
  await expect.poll(() => here.status(id)).toBe('running')
  await here.call(commands.cancel, { params: { id } }, here.ada)
  expect((await client.next('cmd.cancel')).d.execId).toBe(id)
  client.kill()
})

test('commands sent at two instances reach an agent one at a time, in order', async () => {
  const agent = await here.register()
  const client = await connectAgent(address, agent.token, withJournal())
  const ids = [await here.sendOne(agent.id)]
  const body = { command: 'backup', agentId: agent.id }
  const sent = await otherInstance.call(commands.send, { body }, here.ada)
  ids.push(sent.body.data.commands[0].commandId, await here.sendOne(agent.id))
  for (const id of ids) {
    expect((await startNext(client)).execId).toBe(id)
    await finish(client, id)
  }
  client.kill()
})

test('commands of one call reach agents at two instances at once', async () => {
  const [near, far] = [await here.register(), await here.register()]
  const clients = [await here.connect(near.token), await connectAgent(address, far.token, withJournal())]
  const sent = await here.send({ command: 'backup', agentIds: [near.id, far.id] })
  expect(sent.status).toBe(200)
  const taken = await Promise.all(clients.map(async (client) => (await startNext(client)).execId))
  const ids = sent.body.data.commands.map(({ commandId }: { commandId: string }) => commandId)
  expect(taken.toSorted()).toEqual(ids.toSorted())
  for (const client of clients) client.kill()
})
