import { expect, test } from 'vitest'
import { createInstances } from '#server/gateway/instances.ts'
import { gatewaySettings as settings } from '#server/gateway/settings.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

const advance = stoppedTime()

test('after a database outage an instance judges others only by later heartbeats', async () => {
  let isDatabaseAway = false
  const silent: string[] = []
  const repo = {
    beat: async () => {
      if (isDatabaseAway) throw new Error('The database is unavailable')
      return 2
    },
    // The other instance can't store its heartbeat either.
    all: async () => [{ id: 'other', beat: 7 }],
    remove: async () => {},
  }
  const instances = createInstances({
    repo,
    instance: 'own',
    settings,
    onSilent: async (id) => void silent.push(id),
    onGivenUp: async () => {},
    onError: () => {},
  })
  await instances.start()
  await advance(settings.beatEveryMs)
  isDatabaseAway = true
  await advance(2 * settings.leaseMs)
  isDatabaseAway = false
  await advance(settings.leaseMs)
  expect(silent).toEqual([])
  await advance(2 * settings.beatEveryMs)
  expect(silent).toContain('other')
  await instances.close()
})
