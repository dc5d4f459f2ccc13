import { startNats } from '@atalaya/testbed/nats-server'
import { expect, test } from 'vitest'
import { createIndexesRepo } from '#server/modules/indexes/indexes.repo.ts'
import { createIndexWorld } from '#test/support/index-world.ts'
import { createInstanceBeside } from '#test/support/test-app.ts'
import { withoutTimers } from '#test/support/without-timers.ts'

const HOUR = 3_600_000

test('only one of two instances fetches an index', async () => {
  const nats = await startNats()
  let time = Date.parse('2026-11-26T12:00:00Z')
  const now = () => time
  const config = { NATS_URL: nats.url }
  const world = await createIndexWorld({ now, times: withoutTimers, config })
  await world.follow({})
  const barrier = Promise.withResolvers<void>()
  world.web.state.before = () => barrier.promise
  time += HOUR
  const startInstance = () =>
    createInstanceBeside(world.app, { now, times: { indexCheckEveryMs: 5 }, config: world.config })
  const instances = await Promise.all([startInstance(), startInstance()])
  const lookedAt = () => world.app.withDatabase(async (db) => (await createIndexesRepo(db).all())[0]?.lookedAt)
  await expect.poll(() => world.web.requests.length).toBe(2)
  // The other instance runs its timer many times while the first waits for the answer.
  for (let n = 0; n < 20; n++) await lookedAt()
  barrier.resolve()
  await expect.poll(lookedAt).toBe(time)
  expect(world.web.requests).toHaveLength(2)
  for (const instance of instances) await instance.close()
  await world.close()
  await nats.stop()
})
