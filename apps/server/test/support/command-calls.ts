import { commands } from '@atalaya/contract/commands'
import type { connectAgent } from '@atalaya/testbed/agent-client'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

type World = { it: TestApp; owner: string; agentId: string; client: Awaited<ReturnType<typeof connectAgent>> }

/** Calls of users about commands, and reports of agents. `plans.test.ts` checks that their SQL uses indexes. */
export const commandCalls = (world: () => World): Record<string, () => Promise<unknown>> => ({
  async 'the preview of a command'() {
    const { it, owner, agentId } = world()
    const body = { command: 'ping', agentIds: [agentId] }
    expect((await it.call(commands.preview, { body }, owner)).status).toBe(200)
  },
  async 'a command to an agent'() {
    const { it, owner, agentId, client } = world()
    const body = { command: 'ping', agentId }
    expect((await it.call(commands.send, { body }, owner)).status).toBe(200)
    const { execId, attempt } = (await client.next('cmd')).d
    client.send({ t: 'cmd.ack', d: { execId, attempt } })
    client.send({ t: 'cmd.result', d: { execId, attempt, status: 'succeeded' } })
    await client.next('cmd.result.ack')
  },
})
