import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let ada: string
beforeEach(async () => {
  it = await createTestApp()
  ada = (await it.signUp('ada')).tokens.accessToken
})
afterEach(() => it.close())

async function register(token: string) {
  const { body } = await it.call(agents.register, {}, token)
  return body.data as { agent: { agentId: string }; token: string }
}

test('a removed agent’s data are deleted, and the data of other agents are kept', async () => {
  const [gone, kept] = [await register(ada), await register(ada)]
  for (const { agent, token } of [gone, kept]) {
    const body = { data: { of: agent.agentId }, metrics: { cpu: 1 } }
    expect((await it.call(telemetry.push, { params: { id: agent.agentId }, body }, token)).status).toBe(200)
  }
  await it.call(agents.remove, { params: { id: gone.agent.agentId } }, ada)
  await it.withDatabase(async (db) => {
    const { ref } = await db.selectFrom('agents').select('ref').executeTakeFirstOrThrow()
    for (const table of ['records', 'samples'] as const) {
      expect(await db.selectFrom(table).select('agent_ref').execute()).toEqual([{ agent_ref: ref }])
    }
  })
})

test('agents with the latest contact come first, up to the limit', () =>
  it.withDatabase(async (db) => {
    const repo = createAgentsRepo(db, () => 0)
    for (let n = 0; n < 4; n++) {
      const { agent } = await register(ada)
      const seen = { id: `agent ${n}`, last_seen: n === 0 ? null : n }
      await db.updateTable('agents').set(seen).where('id', '=', agent.agentId).execute()
    }
    const newestOf = async (limit: number) => (await repo.listLastSeen({}, limit)).map(({ id }) => id)
    expect(await newestOf(2)).toEqual(['agent 3', 'agent 2'])
    expect(await newestOf(3)).toEqual(['agent 3', 'agent 2', 'agent 1'])
    expect(await newestOf(9)).toEqual(['agent 3', 'agent 2', 'agent 1', 'agent 0'])
  }))

test('a deleted agent is not found', async () => {
  const { agent } = await register(ada)
  expect((await it.call(agents.remove, { params: { id: agent.agentId } }, ada)).status).toBe(200)
  expect((await it.call(agents.get, { params: { id: agent.agentId } }, ada)).status).toBe(404)
})
