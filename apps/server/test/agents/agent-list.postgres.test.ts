import { agents } from '@atalaya/contract/agents'
import { startNats } from '@atalaya/testbed/nats-server'
import { expect, test } from 'vitest'
import { createInstanceBeside, createTestApp } from '#test/support/test-app.ts'

test('a list that a client has cached is sent anew after a change by another instance', async () => {
  const nats = await startNats()
  const config = { NATS_URL: nats.url }
  const here = await createTestApp({ config })
  const there = await createInstanceBeside(here, { config })
  const { accessToken } = (await here.signUp('ada')).tokens
  const { agent } = (await here.call(agents.register, { body: { name: 'a' } }, accessToken)).body.data
  const { headers } = await here.call(agents.list, {}, accessToken)
  const change = { params: { id: agent.agentId }, body: { name: 'b' } }
  expect((await there.call(agents.edit, change, accessToken)).status).toBe(200)
  const withEtag = { headers: { 'if-none-match': String(headers.etag) } }
  expect((await here.call(agents.list, withEtag, accessToken)).body.data.agents).toMatchObject([{ name: 'b' }])
  await there.close()
  await here.close()
  await nats.stop()
})
