import { dashboard } from '@atalaya/contract/dashboard'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whileLocked } from '#test/support/at-lock.ts'
import { type CommandWorld, createCommandWorld } from '#test/support/command-world.ts'

/** More than the server has connections to PostgreSQL. */
const AGENTS = 15

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})
afterEach(() => world.close())

test('people and data are served while reports of many agents wait for the database', async () => {
  const agents = await Promise.all(Array.from({ length: AGENTS }, () => world.register()))
  const clients = await Promise.all(agents.map(({ token }) => world.connect(token)))
  await whileLocked(world, sql`lock table commands`, async (untilWaiting) => {
    for (const client of clients) client.send({ t: 'cmd.result', d: { execId: 'unknown', status: 'failed' } })
    await untilWaiting(1)
    const item = { seq: 1, at: new Date().toISOString(), data: 1 }
    for (const client of clients) client.send({ t: 'data', d: item })
    for (const client of clients) await client.next('data.ack')
    expect((await world.call(dashboard.list, {}, world.bob)).status).toBe(200)
  })
  for (const client of clients) await client.next('cmd.result.ack')
})
