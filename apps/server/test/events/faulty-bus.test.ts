import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { users } from '@atalaya/contract/users'
import { startNatsWithMaxPayload } from '@atalaya/testbed/nats-server'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

/** Smaller than any message, so that NATS carries none. */
const MAX_PAYLOAD_BYTES = 8

test('calls succeed although the bus cannot carry any message', async () => {
  const nats = await startNatsWithMaxPayload(MAX_PAYLOAD_BYTES)
  const world = await createTestApp({ config: { NATS_URL: nats.url } })
  onTestFinished(async () => {
    await world.close()
    await nats.stop()
  })
  const { accessToken: token } = (await world.signUp()).tokens
  const { user } = await world.signUp()
  const registered = await world.call(agents.register, {}, token)
  const params = { id: registered.body.data.agent.agentId }
  const page = await world.call(dashboard.create, { body: { name: 'Home' } }, token)
  const answers = [
    registered,
    page,
    await world.call(agents.edit, { params, body: { name: 'renamed' } }, token),
    await world.call(agents.renewToken, { params }, token),
    await world.call(agents.remove, { params }, token),
    await world.call(dashboard.remove, { params: { id: page.body.data.page._id } }, token),
    await world.call(users.setRole, { params: { id: user._id }, body: { role: 'admin' } }, token),
    await world.call(users.logoutAll, { params: { id: user._id } }, token),
    await world.call(users.remove, { params: { id: user._id } }, token),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const metrics = await world.app.inject('/metrics')
  const [, faults] = /atalaya_faults_total\{where="bus"\} (\d+)/.exec(metrics.body) ?? []
  expect(Number(faults)).toBeGreaterThanOrEqual(answers.length)
})
