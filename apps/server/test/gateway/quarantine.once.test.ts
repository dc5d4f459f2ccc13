import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { type AgentClient, connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let address: string
let admin: string
let ada: string
let agent: { id: string; token: string }
const opened: AgentClient[] = []

beforeEach(async () => {
  it = await createTestApp({ times: { presenceEveryMs: 5, commitMs: 5, connectsPerMinute: 1000 } })
  address = await it.listen()
  admin = (await it.signUp('admin')).tokens.accessToken
  ada = (await it.signUp('ada')).tokens.accessToken
  const { body } = await it.call(agents.register, { body: { name: 'nas' } }, ada)
  agent = { id: body.data.agent.agentId, token: body.data.token }
})
afterEach(async () => {
  for (const client of opened.splice(0)) client.kill()
  await it.close()
})

async function connect(hello: object): Promise<AgentClient> {
  const client = await connectAgent(address, agent.token, hello)
  opened.push(client)
  return client
}
const readAgent = async () => (await it.call(agents.get, { params: { id: agent.id } }, ada)).body.data.agent
const original = { runId: 'run-a', hostname: 'nas' }
const copy = { runId: 'run-b', hostname: 'copy-of-nas' }

/** Connects two machines with one token until the server refuses one. Returns the connection of the other. */
async function connectTwoMachines(): Promise<AgentClient> {
  const first = await connect(original)
  const second = await connect(copy)
  const remaining = await connect({ ...original, resume: first.welcome.resume })
  await expect(connect({ ...copy, resume: second.welcome.resume })).rejects.toThrow('closed with 4003')
  return remaining
}

test('two machines with one token are disconnected, and the owner and administrators are notified', async () => {
  const stream = await openEvents(address, ada)
  const remaining = await connectTwoMachines()
  expect(await remaining.closed).toBe(4003)
  const { status, isOnline, quarantine } = await readAgent()
  expect({ status, isOnline }).toEqual({ status: 'quarantined', isOnline: false })
  expect(quarantine).toMatchObject({
    reason: expect.stringContaining('whose place another one'),
    holders: [{ hostname: 'copy-of-nas', ip: '127.0.0.1' }, { hostname: 'nas' }],
  })
  await expect.poll(() => stream.ofType('agent.updated').at(-1)?.data.status).toBe('quarantined')
  await stream.close()
  const { entries } = (await it.call(audit.list, { query: { action: 'agent.quarantined' } }, admin)).body.data
  expect(entries).toMatchObject([{ target: { id: agent.id }, ip: '127.0.0.1' }])
})

test('a quarantined agent can neither connect nor send data, even after a restart of the server', async () => {
  await connectTwoMachines()
  await expect(connect(original)).rejects.toThrow('closed with 4003')
  const pushed = await it.call(telemetry.push, { params: { id: agent.id }, body: { data: 1 } }, agent.token)
  expect(pushed).toMatchObject({ status: 403, body: { code: 'agents.quarantined' } })
  await it.restart()
  address = await it.listen()
  expect((await readAgent()).status).toBe('quarantined')
  await expect(connect(original)).rejects.toThrow('closed with 4003')
})

test('commands wait until the agent is released, and go to the first machine that connects', async () => {
  await connectTwoMachines()
  const { body } = await it.call(commands.send, { body: { command: 'backup', agentId: agent.id } }, ada)
  expect(body.data).toMatchObject({ enqueued: 1, online: 0 })
  const released = await it.call(agents.release, { params: { id: agent.id } }, ada)
  expect(released.body.data.agent).toMatchObject({ status: 'offline', quarantine: null })
  const back = await connect({ ...original, journal: { known: [] } })
  expect((await back.next('cmd')).d.execId).toBe(body.data.commands[0].commandId)
  expect(await readAgent()).toMatchObject({ status: 'online', quarantine: null })
})

test('a new token ends the quarantine, and the old token is refused', async () => {
  await connectTwoMachines()
  const { body } = await it.call(agents.renewToken, { params: { id: agent.id } }, ada)
  expect(body.data.agent.quarantine).toBeNull()
  await expect(connect(original)).rejects.toMatchObject({ status: 401 })
  agent.token = body.data.token
  await connect(original)
  expect((await readAgent()).status).toBe('online')
})

test('each change of an agent is recorded with its actor', async () => {
  await connectTwoMachines()
  await it.call(agents.edit, { params: { id: agent.id }, body: { name: 'cellar' } }, ada)
  await it.call(agents.release, { params: { id: agent.id } }, ada)
  await it.call(agents.release, { params: { id: agent.id } }, ada)
  await it.call(agents.renewToken, { params: { id: agent.id } }, ada)
  await it.call(agents.remove, { params: { id: agent.id } }, ada)
  const { entries } = (await it.call(audit.list, {}, admin)).body.data
  const ofAgent = entries.filter(({ target }: { target: { id: string } | null }) => target?.id === agent.id)
  expect(ofAgent.map(({ action, actor }: { action: string; actor: { name: string } }) => [action, actor.name])).toEqual(
    [
      ['agent.deleted', 'ada'],
      ['agent.token_renewed', 'ada'],
      ['agent.released', 'ada'],
      ['agent.edited', 'ada'],
      ['agent.quarantined', 'the server'],
      ['agent.registered', 'ada'],
    ],
  )
})
