import { describe, expect, test, vi } from 'vitest'
import type { LeaveReason } from '#server/connections/agent-session.ts'
import type { GatewayRepo } from '#server/gateway/gateway.repo.ts'
import type { PostsRepo } from '#server/gateway/posts.repo.ts'
import type { PresenceChange } from '#server/gateway/presence.repo.ts'
import { createPresence } from '#server/gateway/presence.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

/** Between two saves, so that the end of a grace and a save never fall together. */
const GRACE_MS = 20_100
const { restartGraceMs, presenceEveryMs, lastSeenEveryMs } = gatewaySettings

const advance = stoppedTime()

type Writes = { setOnline(ids: string[]): Promise<string[]>; expireAbandoned(): Promise<string[]> }
const WRITES: Writes = { setOnline: async (ids) => ids, expireAbandoned: async () => [] }
const failAsUnavailable = async () => Promise.reject(new Error('The database is unavailable'))

/** Presence with a database that records its writes; some of them can be replaced. */
function createTestPresence(replacedWrites: Partial<Writes> = {}) {
  const { setOnline, expireAbandoned } = { ...WRITES, ...replacedWrites }
  const written: string[] = []
  const repo = {
    saveStatuses: async (changes: PresenceChange[]) => {
      written.push(...changes.map(({ agentId, epoch, status }) => `${agentId} ${epoch} ${status}`))
      return changes.map(({ agentId }) => agentId)
    },
    saveLastSeen: async (ids: string[]) => void written.push(`seen ${ids}`),
    abandonOtherInstances: async () => {},
    abandonInstance: async () => [],
    expireAbandoned: () => {
      written.push('abandoned')
      return expireAbandoned()
    },
  }
  const posts = {
    setOnline: (ids: string[]) => {
      written.push(`posted ${ids}`)
      return setOnline(ids)
    },
    setOffline: async () => [],
  }
  const presence = createPresence({
    repo: repo as unknown as GatewayRepo,
    posts: posts as unknown as PostsRepo,
    settings: { ...gatewaySettings, graceMs: GRACE_MS },
    announce: async () => {},
    onError: () => void written.push('error'),
    now: () => 0,
  })
  return { ...presence, written }
}

test.each<[LeaveReason, number]>([
  ['shutdown', 0],
  ['uninstall', 0],
  ['restart', restartGraceMs],
  ['update', restartGraceMs],
  [null, GRACE_MS],
])('an agent that leaves (%s) becomes offline after %i ms', async (farewell, graceMs) => {
  const { written, recordDisconnected, close } = createTestPresence()
  recordDisconnected('box', 1, farewell)
  if (graceMs > 0) {
    await advance(graceMs - 1)
    expect(written).toEqual(['box 1 reconnecting'])
    await advance(1)
  }
  await advance(presenceEveryMs)
  expect(written.at(-1)).toBe('box 1 offline')
  await close()
})

test('the grace of an earlier connection does not overwrite a status of the current one', async () => {
  const { written, recordDisconnected, recordConnected, recordStatus, close } = createTestPresence()
  recordDisconnected('box', 1, null)
  await advance(presenceEveryMs)
  recordConnected('box')
  await advance(GRACE_MS - presenceEveryMs - 1)
  recordStatus('box', 2, 'degraded', null)
  await advance(presenceEveryMs)
  expect(written).toEqual(['box 1 reconnecting', 'box 2 degraded'])
  await close()
})

test('agents whose instance has fallen become offline after a grace, or when the database is back', async () => {
  const expireAbandoned = vi.fn(WRITES.expireAbandoned).mockImplementationOnce(failAsUnavailable)
  const { written, loseInstance, close } = createTestPresence({ expireAbandoned })
  await loseInstance('fallen')
  await advance(restartGraceMs - 1)
  expect(written).toEqual([])
  await advance(1)
  expect(written).toEqual(['abandoned', 'error'])
  await advance(lastSeenEveryMs)
  expect(written).toEqual(['abandoned', 'error', 'abandoned'])
  await advance(2 * lastSeenEveryMs)
  expect(written).toHaveLength(3)
  await close()
})

test('a closing server writes statuses, posts and contacts, and leaves no timer behind', async () => {
  const timers = vi.getTimerCount()
  const { written, begin, recordStatus, recordSeen, recordPost, recordDisconnected, close } = createTestPresence()
  await begin([])
  recordStatus('box', 1, 'degraded', null)
  recordDisconnected('gone', 1, null)
  recordSeen('other')
  recordPost('poster')
  await close()
  expect(vi.getTimerCount()).toBe(timers)
  expect(written).toEqual(['box 1 degraded', 'gone 1 reconnecting', 'posted poster', 'seen other,poster'])
})

describe('an agent that posts while posts are written', () => {
  test('is in the next write', async () => {
    const write = Promise.withResolvers<string[]>()
    const { written, recordPost, close } = createTestPresence({ setOnline: () => write.promise })
    recordPost('first')
    await advance(presenceEveryMs)
    recordPost('second')
    write.resolve([])
    await advance(presenceEveryMs)
    expect(written).toEqual(['posted first', 'posted second'])
    await close()
  })

  test('is in the next write together with agents whose write failed', async () => {
    const setOnline = vi.fn(WRITES.setOnline).mockImplementationOnce(failAsUnavailable)
    const { written, recordPost, close } = createTestPresence({ setOnline })
    recordPost('first')
    await advance(presenceEveryMs)
    recordPost('second')
    await advance(2 * presenceEveryMs)
    expect(written).toEqual(['posted first', 'error', 'posted first,second'])
    await close()
  })
})
