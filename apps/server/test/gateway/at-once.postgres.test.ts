import { closeCode } from '@atalaya/contract/agent-protocol'
import { agents } from '@atalaya/contract/agents'
import { greet } from '@atalaya/testbed/agent-client'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

const times = { presenceEveryMs: 5 }

let nats: NatsServer
let here: TestApp
let there: TestApp
beforeAll(async () => {
  nats = await startNats()
  const config = { NATS_URL: nats.url }
  here = await createTestApp({ config, times })
  there = await createInstanceBeside(here, { config, times })
})
afterAll(async () => {
  await there.close()
  await here.close()
  await nats.stop()
})

test('if an agent connects to two instances at once, the later connection stays open', async () => {
  const { accessToken } = (await here.signUp()).tokens
  const { agent, token } = (await here.call(agents.register, {}, accessToken)).body.data
  const addresses = [await here.listen(), await there.listen()]
  const lockAgent = sql`select 1 from agents where id = ${agent.agentId} for no key update`
  const [first, second] = await queueAtLock(
    here,
    lockAgent,
    addresses.map((address) => async () => {
      const client = await greet(address, token)
      // The earlier one may be ended before its welcome, or after it.
      await client.next('welcome').catch(() => {})
      return client
    }),
  )
  expect(await first?.closed).toBe(closeCode.superseded)
  second?.send({ t: 'data', d: { seq: 1, at: new Date().toISOString(), metrics: { n: 1 } } })
  await second?.next('data.ack')
  second?.kill()
})
