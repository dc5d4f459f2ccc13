import { agents } from '@atalaya/contract/agents'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

test('an agent is announced when the agent in front of it is removed', async () => {
  const world = await createTestApp()
  onTestFinished(world.close)
  const address = await world.listen()
  const ada = (await world.signUp('ada')).tokens.accessToken
  const register = async () => (await world.call(agents.register, {}, ada)).body.data.agent.agentId
  const [router, box] = [await register(), await register()]
  await world.call(agents.edit, { params: { id: box }, body: { behind: router } }, ada)
  const stream = await openEvents(address, ada)
  await world.call(agents.remove, { params: { id: router } }, ada)
  const updates = () => stream.ofType('agent.updated').map(({ data: { agentId, behind } }) => ({ agentId, behind }))
  await expect.poll(updates).toEqual([{ agentId: box, behind: null }])
  await stream.close()
})

test('only the agent that connects is announced', async () => {
  const world = await createTestApp({ times: { presenceEveryMs: 5 } })
  onTestFinished(world.close)
  const address = await world.listen()
  const ada = (await world.signUp('ada')).tokens.accessToken
  const [registered] = [await world.call(agents.register, {}, ada), await world.call(agents.register, {}, ada)]
  const stream = await openEvents(address, ada)
  await connectAgent(address, registered.body.data.token)
  const updates = () => stream.ofType('agent.updated').map(({ data }) => data)
  await expect.poll(() => updates().at(-1)?.status).toBe('online')
  expect(new Set(updates().map(({ agentId }) => agentId))).toEqual(new Set([registered.body.data.agent.agentId]))
  await stream.close()
})
