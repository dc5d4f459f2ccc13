import { agents } from '@atalaya/contract/agents'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { insertAgents } from '#test/support/insert-agents.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

/** Maximum of agents that one statement changes. */
const BATCH_SIZE = 200
const AGENTS = 450
const NOW = Date.parse('2026-03-01T12:00:00Z')

/** Many agents that are connected to `here`, and one that is connected elsewhere. */
async function createFleet() {
  const world = await createTestApp()
  onTestFinished(() => world.close())
  const { tokens, user } = await world.signUp('ada')
  const other = (await world.call(agents.register, {}, tokens.accessToken)).body.data.agent.agentId as string
  return world.withDatabase(async (db) => {
    const ids = Array.from({ length: AGENTS }, (_, n) => `agent ${n}`)
    const fleet = ids.map((id) => ({ id, ownerId: user._id, name: id, tags: [], tokenHash: id, now: 0 }))
    await insertAgents(db, fleet)
    await db.updateTable('agents').set({ status: 'online', instance: 'here', epoch: 1 }).execute()
    await db.updateTable('agents').set({ instance: 'there' }).where('id', '=', other).execute()
    return { world, ids }
  })
}

const statuses = async (db: Db) => {
  const rows = await db.selectFrom('agents').select(['status', 'instance']).execute()
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ status, instance }) => `${status} ${instance}`)].map(([key, all]) => [key, all.length]),
  )
}

test('the presence of a large fleet is written in batches, and not for agents of other instances', async () => {
  const { world, ids } = await createFleet()
  await world.withDatabase(async (db) => {
    const { gateway, posts } = createRepos(db)
    const changed = watchChanges('update')
    expect((await gateway.abandonInstance('here')).toSorted()).toEqual(ids.toSorted())
    expect(await statuses(db)).toEqual({ 'reconnecting null': AGENTS, 'online there': 1 })
    expect(await gateway.expireAbandoned()).toHaveLength(AGENTS)
    expect(await statuses(db)).toEqual({ 'offline null': AGENTS, 'online there': 1 })
    expect(await posts.setOnline(ids, NOW)).toHaveLength(AGENTS)
    expect(await posts.setOffline(NOW, NOW + 1)).toHaveLength(AGENTS)
    expect(await statuses(db)).toEqual({ 'offline null': AGENTS, 'online there': 1 })
    const online = ids.map((agentId) => ({ agentId, epoch: 1, status: 'online' as const, message: null, seenAt: NOW }))
    expect(await gateway.saveStatuses(online)).toHaveLength(AGENTS)
    await gateway.saveLastSeen(ids, NOW + 1)
    await db
      .updateTable('agents')
      .set({ instance: 'gone' })
      .where('instance', 'is', null)
      .where('id', '=', 'agent 1')
      .execute()
    await gateway.abandonOtherInstances(['there'])
    expect(await statuses(db)).toMatchObject({ 'reconnecting null': 1, 'online there': 1 })
    expect(Math.max(...(changed.get('agents') ?? []))).toBeLessThanOrEqual(BATCH_SIZE)
    const seen = await db
      .selectFrom('agents')
      .select('id')
      .where('last_seen', '=', NOW + 1)
      .execute()
    expect(seen).toHaveLength(AGENTS)
  })
})
