import { agents } from '@atalaya/contract/agents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRepos, type Repos } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import type { Arrival } from '#server/gateway/gateway.repo.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const EPOCH = 7

type World = { id: string; other: string; owner: string; db: Db; gateway: Repos['gateway']; posts: Repos['posts'] }

let app: TestApp
let owner: string
let ids: string[]
beforeAll(async () => {
  app = await createTestApp()
  const people = [await app.signUp('ada'), await app.signUp('bob')]
  owner = people[0]?.user._id ?? ''
  const registered = people.map(({ tokens }) => app.call(agents.register, {}, tokens.accessToken))
  ids = (await Promise.all(registered)).map(({ body }) => body.data.agent.agentId)
})
afterAll(() => app.close())

/** Two agents of two accounts, both connected under the same epoch, and the repositories that change them. */
async function withAgents(work: (world: World) => Promise<void>) {
  await app.withDatabase(async (db) => {
    const connected = { status: 'online', instance: 'here', epoch: EPOCH, last_seen: NOW, quarantine: null } as const
    await db.updateTable('agents').set(connected).execute()
    await db.updateTable('users').set({ is_active: 1 }).execute()
    const [id = '', other = ''] = ids
    const { gateway, posts } = createRepos(db)
    await work({ id, other, owner, db, gateway, posts })
  })
}
const rowOf = async (db: Db, id: string) => {
  const row = await db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { status, epoch, instance, last_seen: lastSeen, token_hash: tokenHash } = row
  return { status, epoch, instance, lastSeen, tokenHash }
}

test('a write for an earlier connection of an agent changes nothing', () =>
  withAgents(async ({ id, other, db, gateway }) => {
    const before = await rowOf(db, id)
    const status = { agentId: id, status: 'offline' as const, message: null, seenAt: 0 }
    for (const epoch of [EPOCH - 1, EPOCH + 1]) {
      expect(await gateway.saveStatuses([{ ...status, epoch }])).toEqual([])
      expect(await gateway.quarantine(id, epoch, 'copied', [], NOW)).toBe(false)
    }
    const machine = { hostname: 'box', os: 'linux', arch: 'x64', version: '1' }
    const arrival: Arrival = {
      agentId: id,
      tokenHash: before.tokenHash,
      foundEpoch: EPOCH,
      instance: 'there',
      ip: '192.0.2.1',
      machine,
      capabilities: [],
      resumeHash: 'new',
      resumePrevious: null,
      holders: [],
      now: NOW + 1,
    }
    expect(await gateway.storeArrival({ ...arrival, foundEpoch: EPOCH - 1 })).toBeNull()
    expect(await gateway.storeArrival({ ...arrival, tokenHash: 'of an earlier token' })).toBeNull()
    expect(await rowOf(db, id)).toEqual(before)
    expect(await gateway.storeArrival(arrival)).toMatchObject({ tags: [] })
    const arrived = { status: 'online', epoch: EPOCH + 1, instance: 'there', lastSeen: NOW + 1 }
    expect(await rowOf(db, id)).toMatchObject(arrived)
    expect(await rowOf(db, other)).toMatchObject({ epoch: EPOCH, instance: 'here' })
    expect(await gateway.quarantine(id, EPOCH + 1, 'copied', [], NOW)).toBe(true)
    const quarantined = { status: 'quarantined', epoch: EPOCH + 2, instance: null }
    expect(await rowOf(db, id)).toMatchObject(quarantined)
  }))

test.each(['online', 'reconnecting', 'pending', 'quarantined'] as const)(
  'the agents of a deactivated account are suspended, and those of others are not: %s',
  (status) =>
    withAgents(async ({ id, other, owner, db, gateway }) => {
      await db.updateTable('agents').set({ status }).execute()
      await gateway.suspendAgentsOf(owner)
      const isStatusKept = status === 'pending' || status === 'quarantined'
      const suspended = { status: isStatusKept ? status : 'offline', epoch: EPOCH + 1, instance: null }
      expect(await rowOf(db, id)).toMatchObject(suspended)
      expect(await rowOf(db, other)).toMatchObject({ status, epoch: EPOCH, instance: 'here' })
    }),
)

test('a post sets only an agent without a connection online, and only of an active account', () =>
  withAgents(async ({ id, other, owner, db, posts }) => {
    const changed: string[] = []
    for (const status of ['online', 'reconnecting', 'quarantined', 'pending', 'offline'] as const) {
      await db.updateTable('agents').set({ status }).execute()
      if ((await posts.setOnline([id], NOW)).length > 0) changed.push(status)
    }
    expect(changed).toEqual(['pending', 'offline'])
    expect(await rowOf(db, other)).toMatchObject({ status: 'offline' })
    await db.updateTable('users').set({ is_active: 0 }).where('id', '=', owner).execute()
    await db.updateTable('agents').set({ status: 'offline' }).execute()
    expect(await posts.setOnline([id, other], NOW)).toEqual([other])
  }))

test('only an agent that posts, and has not posted within the span, becomes offline', () =>
  withAgents(async ({ id, other, db, posts }) => {
    const expire = () => posts.setOffline(NOW - MINUTE, NOW)
    await db
      .updateTable('agents')
      .set({ last_seen: NOW - MINUTE })
      .execute()
    expect(await expire()).toEqual([])
    await db.updateTable('agents').set({ instance: null }).where('id', '=', id).execute()
    for (const last_seen of [NOW, NOW - MINUTE - 1]) {
      await db.updateTable('agents').set({ last_seen }).execute()
      expect(await expire()).toEqual([])
    }
    for (const last_seen of [NOW - 1, NOW - MINUTE]) {
      await db.updateTable('agents').set({ last_seen, status: 'online' }).execute()
      expect(await expire()).toEqual([id])
    }
    expect(await rowOf(db, other)).toMatchObject({ status: 'online' })
  }))

test('the rights of an agent’s connection contain its token, its quarantine and whether its owner is active', () =>
  withAgents(async ({ id, other, owner, db, gateway }) => {
    const readRights = async () => Object.fromEntries(await gateway.connectionRightsOf([id, other, 'removed']))
    const active = { epoch: EPOCH, isQuarantined: false, isOwnerActive: true }
    const all = { [id]: active, [other]: active }
    expect(await readRights()).toMatchObject(all)
    await db.updateTable('users').set({ is_active: 0 }).where('id', '=', owner).execute()
    await gateway.quarantine(other, EPOCH, 'copied', [], NOW)
    expect(await readRights()).toEqual({
      [id]: { ...active, isOwnerActive: false, tokenHash: (await rowOf(db, id)).tokenHash },
      [other]: { ...active, epoch: EPOCH + 1, isQuarantined: true, tokenHash: (await rowOf(db, other)).tokenHash },
    })
  }))
