import { type AgentFrame, agentFrame } from '@atalaya/contract/agent-protocol'
import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { type AgentClient, openSocket } from '@atalaya/testbed/agent-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CommandWorld, createCommandWorld, startNext } from '#test/support/command-world.ts'

type Frame = { t: AgentFrame['t']; d: object }

let it: CommandWorld
let agentOfA: { id: string; token: string }
let victim: AgentClient
let stranger: AgentClient
/** A command of A's agent that runs. */
let execId: string
let resume: string
beforeAll(async () => {
  it = await createCommandWorld()
  agentOfA = await it.register(it.ada, 'of A')
  const agentOfB = await it.register(it.bob, 'of B')
  const connected = await it.connect(agentOfA.token, { runId: 'run-a', hostname: 'machine of A' })
  victim = connected
  resume = connected.welcome.resume
  stranger = await it.connect(agentOfB.token, { runId: 'run-b', hostname: 'machine of B' })
  execId = await it.sendOne(agentOfA.id, 'backup')
  await startNext(victim)
  await vi.waitFor(async () => expect(await it.status(execId)).toBe('running'), { timeout: 15_000 })
})
afterAll(async () => {
  victim.kill()
  stranger.kill()
  await it.close()
})

const at = new Date().toISOString()
/** All frames of an agent, sent by B's agent about A's resources. */
const rows: Record<AgentFrame['t'], () => Frame> = {
  hello: () => ({ t: 'hello', d: { version: '6.6.6', runId: 'run-a', resume, journal: { known: [] } } }),
  data: () => ({ t: 'data', d: { seq: 1, run: 'run-a', at, data: { of: 'B' } } }),
  state: () => ({ t: 'state', d: { status: 'degraded' } }),
  'cmd.ack': () => ({ t: 'cmd.ack', d: { execId } }),
  'cmd.started': () => ({ t: 'cmd.started', d: { execId } }),
  'cmd.result': () => ({ t: 'cmd.result', d: { execId, status: 'failed', output: 'of B' } }),
  bye: () => ({ t: 'bye', d: { reason: 'uninstall' } }),
}

/** State of the agent and its command, as A sees them. */
async function readAsA() {
  const params = { id: agentOfA.id }
  const [agent, records, command] = [
    await it.call(agents.get, { params }, it.ada),
    await it.call(agents.records, { params }, it.ada),
    await it.call(commands.get, { params: { id: execId } }, it.ada),
  ]
  return [agent, records, command].map(({ body }) => body.data)
}

describe('an agent can act only for itself', () => {
  test('every frame type of the contract has a row', () => {
    const kinds = agentFrame.options.map((option) => option.shape.t.value)
    expect(Object.keys(rows).sort()).toEqual(kinds.sort())
  })

  test('no frame changes another agent', async () => {
    const before = await readAsA()
    const { bye, ...others } = rows
    for (const frame of Object.values(others)) stranger.send(frame())
    // Reports are answered in order, and so are data: after these two answers all frames have been handled.
    await stranger.next('cmd.result.ack')
    await stranger.next('data.ack')
    stranger.send(bye())
    await stranger.closed
    expect(await readAsA()).toEqual(before)
  })

  test('frames for one agent reach no other agent', async () => {
    const sibling = await it.register(it.ada, 'another of A')
    const other = await it.connect(sibling.token)
    const commandOfSibling = await it.sendOne(sibling.id)
    await it.call(commands.cancel, { params: { id: execId } }, it.ada)
    await victim.next('cmd.cancel')
    victim.send({ t: 'cmd.result', d: { execId, status: 'cancelled' } })
    await victim.next('cmd.result.ack')
    await other.next('cmd')
    expect(other.frames).toEqual([])
    expect(JSON.stringify(victim.frames)).not.toContain(commandOfSibling)
    other.kill()
  })

  test.each(['ada', 'bob', 'admin'] as const)('the access token of %s opens no agent connection', async (person) => {
    const opening = openSocket(it.address, { authorization: `Bearer ${it[person]}` })
    await expect(opening).rejects.toMatchObject({ status: 401 })
  })
})
