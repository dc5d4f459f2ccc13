import { agents } from '@atalaya/contract/agents'
import { type Command, commands } from '@atalaya/contract/commands'
import { type AgentClient, connectAgent } from '@atalaya/testbed/agent-client'
import type { FleetSettings } from '#server/compose/fleet.ts'
import type { Config } from '#server/config.ts'
import { createTestApp } from './test-app.ts'

/** Short times, without the reaper: it repairs faults of delivery, and would hide them in other tests. */
const quick = { presenceEveryMs: 5, commitMs: 5, connectsPerMinute: 1000, reapEveryMs: 24 * 60 * 60_000 }
/** The reaper at its shortest interval. */
export const withReaper = { reapEveryMs: 5 }

/** Application with an administrator, two members and a stopped clock, and functions for agents and their commands. */
export async function createCommandWorld(times: Partial<FleetSettings> = {}, config: Partial<Config> = {}) {
  let clock = Date.now()
  const setup = { now: () => clock, times: { ...quick, ...times }, config }
  const it = await createTestApp(setup)
  const address = await it.listen()
  const signUp = async (name: string) => (await it.signUp(name)).tokens.accessToken
  const [admin, ada, bob] = [await signUp('admin'), await signUp('ada'), await signUp('bob')]

  const send = (body: object, token = ada, headers: Record<string, string> = {}) =>
    it.call(commands.send, { body, headers }, token)
  const read = async (id: string) => (await it.call(commands.get, { params: { id } }, admin)).body.data
  const readCommand = async (id: string): Promise<Command> => (await read(id)).command

  return {
    ...it,
    address,
    admin,
    ada,
    bob,
    send,
    readCommand,
    /** Setup for a second instance with the same clock and settings. */
    setup,
    advance(ms: number): void {
      clock += ms
    },
    async register(token = ada, name?: string, tags?: string[]) {
      const { body } = await it.call(agents.register, { body: { name, tags } }, token)
      return { id: body.data.agent.agentId as string, token: body.data.token as string }
    },
    async sendOne(agentId: string, command = 'backup', more: object = {}): Promise<string> {
      const { body, status } = await send({ command, agentId, ...more })
      if (status !== 200) throw new Error(`not sent: ${body.error}`)
      return body.data.commands[0].commandId
    },
    status: async (id: string) => (await readCommand(id)).status,
    /** Statuses of the command so far, in order. */
    statusHistory: async (id: string): Promise<string[]> =>
      (await read(id)).steps.map((step: { status: string }) => step.status),
    connect: (token: string, hello: object = withJournal()) => connectAgent(address, token, hello),
  }
}
export type CommandWorld = Awaited<ReturnType<typeof createCommandWorld>>

/** Journal part of a hello: the commands that the agent knows. */
export const withJournal = (...known: string[]) => ({ journal: { known } })

/** Receives the next command and reports it as running. */
export async function startNext(client: AgentClient) {
  const { d } = await client.next('cmd')
  client.send({ t: 'cmd.ack', d: { execId: d.execId } })
  client.send({ t: 'cmd.started', d: { execId: d.execId } })
  return d
}

/** Reports a result and waits for its receipt. */
export async function finish(client: AgentClient, execId: string, result: object = {}): Promise<void> {
  client.send({ t: 'cmd.result', d: { execId, status: 'succeeded', exitCode: 0, output: 'done', ...result } })
  await client.next('cmd.result.ack')
}
