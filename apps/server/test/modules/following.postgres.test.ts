import { startNats } from '@atalaya/testbed/nats-server'
import { expect, test } from 'vitest'
import { createIndexesRepo } from '#server/modules/indexes/indexes.repo.ts'
import { createIndexWorld } from '#test/support/index-world.ts'
import { createInstanceBeside } from '#test/support/test-app.ts'

const HOUR = 3_600_000

test('of two instances one looks at an index', async () => {
  const nats = await startNats()
  let time = Date.parse('2026-11-26T12:00:00Z')
  const setup = { now: () => time, times: { indexLookMs: 5 }, config: { NATS_URL: nats.url } }
  const it = await createIndexWorld(setup)
  const other = await createInstanceBeside(it.app, { ...setup, config: it.config })
  try {
    await it.follow({})
    time += HOUR
    const lookedAt = () => it.app.withDatabase(async (db) => (await createIndexesRepo(db).all())[0]?.lookedAt)
    await expect.poll(lookedAt).toBe(time)
    expect(it.web.asked).toHaveLength(2)
  } finally {
    await other.close()
    await it.close()
    await nats.stop()
  }
})
