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
    settings: { ...gatewaySettings, presenceEveryMs: 1 },
    announce: async () => {},
    onError: () => {},
    now: () => 0,
  })
  presence.recordStatus('box', 1, 'online', null)
  await expect.poll(() => begun.length).toBe(1)
  presence.recordStatus('box', 1, 'degraded', null)
  firstTry.reject(new Error('The database is unavailable'))
  await expect.poll(() => stored.length).toBe(1)
  await presence.close()
  expect(stored).toEqual(['degraded'])
})

test('an arrival that could not be announced is announced later', async () => {
  const announced: string[][] = []
  const presence = createPresence({
    repo: {} as GatewayRepo,
    posts: {} as PostsRepo,
    settings: { ...gatewaySettings, presenceEveryMs: 1 },
    announce: async (ids) => {
      if (announced.push(ids) === 1) throw new Error('The database is unavailable')
    },
    onError: () => {},
    now: () => 0,
  })
  presence.recordConnected('box')
  await expect.poll(() => announced).toEqual([['box'], ['box']])
  await presence.close()
})

test('a contact of an agent that has left is not stored', async () => {
  const [left, seen]: [string[], string[]] = [[], []]
  const repo = {
    saveStatuses: async (changes: PresenceChange[]) => {
      left.push(...changes.map(({ agentId }) => agentId))
      return []
    },
    saveLastSeen: async (ids: string[]) => void seen.push(...ids),
  }
  const presence = createPresence({
    repo: repo as unknown as GatewayRepo,
    posts: {} as PostsRepo,
    settings: gatewaySettings,
    announce: async () => {},
    onError: () => {},
    now: () => 0,
  })
  for (const id of ['box', 'other']) presence.recordSeen(id)
  presence.recordDisconnected('box', 1, null)
  await presence.close()
  expect({ left, seen }).toEqual({ left: ['box'], seen: ['other'] })
})

test('after a database outage, agents that only post and fell silent become offline', async () => {
  const now = 60 * 60_000
  const callTimes: number[] = []
  const setOffline = async (from: number) => {
    if (callTimes.push(from) === 1) throw new Error('The database is unavailable')
    return []
  }
  const presence = createPresence({
    repo: {} as GatewayRepo,
    posts: { setOffline } as unknown as PostsRepo,
    settings: { ...gatewaySettings, lastSeenEveryMs: 1 },
    announce: async () => {},
    onError: () => {},
    now: () => now,
  })
  await expect.poll(() => callTimes.length).toBeGreaterThan(2)
  await presence.close()
  expect(callTimes.slice(0, 3)).toEqual([0, 0, now - gatewaySettings.postGraceMs])
})
