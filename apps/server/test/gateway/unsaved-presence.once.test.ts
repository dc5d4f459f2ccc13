import { expect, test } from 'vitest'
import type { GatewayRepo } from '#server/gateway/gateway.repo.ts'
import type { PostsRepo } from '#server/gateway/posts.repo.ts'
import type { PresenceChange } from '#server/gateway/presence.repo.ts'
import { createPresence } from '#server/gateway/presence.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

test('a status that could not be stored never overwrites a newer one', async () => {
  const stored: string[] = []
  const firstTry = Promise.withResolvers<string[]>()
  const tries = [() => firstTry.promise]
  const begun: number[] = []
  const saveStatuses = async (changes: PresenceChange[]) => {
    const answer = tries[begun.push(changes.length) - 1]
    if (answer) return answer()
    stored.push(...changes.map(({ status }) => status))
    return []
  }
  const presence = createPresence({
    repo: { saveStatuses, saveLastSeen: async () => {} } as unknown as GatewayRepo,
    posts: {} as PostsRepo,
    settings: { ...gatewaySettings, presenceMs: 1 },
    announce: async () => {},
    onError: () => {},
    now: () => 0,
  })
  presence.reported('box', 1, 'online', null)
  await expect.poll(() => begun.length).toBe(1)
  presence.reported('box', 1, 'degraded', null)
  firstTry.reject(new Error('The database is away'))
  await expect.poll(() => stored.length).toBe(1)
  await presence.close()
  expect(stored).toEqual(['degraded'])
})

test('after a database outage, agents that only post and fell silent become offline', async () => {
  const now = 60 * 60_000
  const asked: number[] = []
  const expire = async (from: number) => {
    if (asked.push(from) === 1) throw new Error('The database is away')
    return []
  }
  const presence = createPresence({
    repo: {} as GatewayRepo,
    posts: { expire } as unknown as PostsRepo,
    settings: { ...gatewaySettings, lastSeenMs: 1 },
    announce: async () => {},
    onError: () => {},
    now: () => now,
  })
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  await presence.close()
  expect(asked.slice(0, 3)).toEqual([0, 0, now - gatewaySettings.postGraceMs])
})
