import { agents } from '@atalaya/contract/agents'
import { openEvents } from '@atalaya/testbed/event-stream'
import { startNats } from '@atalaya/testbed/nats-server'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

test('administrators see no agents of another installation that shares their NATS', async () => {
  const nats = await startNats()
  onTestFinished(nats.stop)
  const setup = { config: { NATS_URL: nats.url } }
  const [ours, theirs] = [await createTestApp(setup), await createTestApp(setup)]
  for (const app of [ours, theirs]) onTestFinished(app.close)
  const [here, there] = [await ours.signUp('admin'), await theirs.signUp('admin')]
  const stream = await openEvents(await ours.listen(), here.tokens.accessToken)
  onTestFinished(stream.close)
  await theirs.call(agents.register, { body: { name: 'theirs' } }, there.tokens.accessToken)
  await ours.call(agents.register, { body: { name: 'ours' } }, here.tokens.accessToken)
  const names = () => stream.ofType('agent.updated').map(({ data }) => data.name)
  await expect.poll(names).toContain('ours')
  expect(names()).toEqual(['ours'])
})
