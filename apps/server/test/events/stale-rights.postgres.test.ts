// Rights that change at one instance end at another one: with the next call, and at once for open streams.
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { createInstanceBeside, createTestApp } from '#test/support/test-app.ts'
import { rightRows, type TwoInstances } from './stale-rights.ts'

let nats: NatsServer
let two: TwoInstances
beforeAll(async () => {
  nats = await startNats()
  const config = { NATS_URL: nats.url }
  const here = await createTestApp({ config })
  const there = await createInstanceBeside(here, { config })
  const admin = (await here.signUp('admin')).tokens.accessToken
  two = { here, there, thereUrl: await there.listen(), admin }
})
afterAll(async () => {
  await two.there.close()
  await two.here.close()
  await nats.stop()
})

test.each(Object.entries(rightRows))('a right changes immediately at another instance when %s', async (_name, row) => {
  const { ask, change, before, after, closed } = await row(two)
  expect(await ask()).toBe(before)
  // Time is stopped: only messages on the bus can cause this, and no polling.
  await inStoppedTime(async () => {
    expect((await change()).status).toBe(200)
    expect(await ask()).toBe(after)
    await closed
  })
})
