import { displaySettings } from '@atalaya/contract/displays'
import type { LiveEvent } from '@atalaya/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createDisplayViews } from '#server/displays/display-views.ts'
import { createLeaseWatch } from '#server/displays/lease-watch.ts'
import type { Audience } from '#server/events/audience.ts'
import { report } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const MINUTE = 60_000

let app: TestApp
let owners: string[]
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  owners = [(await app.signUp('ann')).user._id, (await app.signUp('ben')).user._id]
})
afterAll(() => app.close())

/** Displays of two owners in turn, whose screens reported a minute ago. */
async function createSilentDisplays(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const rest = { place: '', zone: 'UTC', tags: [], entries: [], settings: displaySettings.parse({}) }
  await app.withDatabase(async (db) => {
    const { displays, credentials, screens } = createRepos(db)
    for (const [n, id] of ids.entries()) {
      const row = { id, ownerId: owners[n % 2] ?? '', now: NOW, name: `Screen ${n}` }
      await credentials.insertDisplay({ ...row, hash: id })
      await displays.insert({ ...row, ...rest })
      await screens.report(id, { screen: 'screen-one', report: JSON.stringify(report), now: NOW - MINUTE })
    }
  })
  return ids
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

test('one run of the watch announces all displays that went offline, each to its owner', () =>
  app.withDatabase(async (db) => {
    const ids = await createSilentDisplays(101)
    const { displays, screens } = createRepos(db)
    const now = () => NOW
    const sent: { id: string; to: string[] | undefined; isOnline: boolean }[] = []
    const emit = (event: LiveEvent, { userIds }: Audience) => {
      if (event.type === 'display.updated')
        sent.push({ id: event.data._id, to: userIds, isOnline: event.data.isOnline })
    }
    const views = createDisplayViews({ repo: displays, live: { emit }, now })
    const runExclusive = (_job: string, work: () => Promise<void>) => work().then(() => true)
    await createLeaseWatch({ repo: screens, views, runExclusive, now })()
    const wanted = ids.map((id, n) => ({ id, to: [owners[n % 2]], isOnline: false }))
    expect(sent.toSorted(byId)).toEqual(wanted.toSorted(byId))
  }))
