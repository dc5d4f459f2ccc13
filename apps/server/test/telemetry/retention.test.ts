import { agents } from '@atalaya/contract/agents'
import { users } from '@atalaya/contract/users'
import { connectAgent, sendOfEach } from '@atalaya/testbed/agent-client'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { retain } from '#test/support/telemetry-jobs.ts'
import { createTestApp } from '#test/support/test-app.ts'

const DAY_MS = 24 * 3_600_000
const tables = ['samples', 'records', 'agent_streams', 'agents_gone'] as const

async function countsOf(db: Db) {
  const counts = tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length)
  return Object.fromEntries((await Promise.all(counts)).map((count, n) => [tables[n], count]))
}

test('what agents left that went with their owner is removed, and nothing of others', async () => {
  const it = await createTestApp({ times: { commitMs: 2, maintenanceMs: 1_000_000 } })
  const address = await it.listen()
  const [admin, bob] = [await it.signUp('admin'), await it.signUp('bob')]
  for (const { tokens } of [admin, bob]) {
    const { token } = (await it.call(agents.register, {}, tokens.accessToken)).body.data
    const client = await connectAgent(address, token)
    await sendOfEach(client)
    client.kill()
  }
  const removed = await it.call(users.remove, { params: { id: bob.user._id } }, admin.tokens.accessToken)
  expect(removed.status).toBe(200)

  await it.withDatabase(async (db) => {
    expect(await countsOf(db)).toEqual({ samples: 2, records: 2, agent_streams: 1, agents_gone: 1 })
    await retain(db, Date.now())
    expect(await countsOf(db)).toEqual({ samples: 1, records: 1, agent_streams: 1, agents_gone: 0 })
    await retain(db, Date.now() + 31 * DAY_MS)
    expect(await countsOf(db)).toMatchObject({ agent_streams: 0 })
  })
  await it.close()
})
