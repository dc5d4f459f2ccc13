import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld, HOUR, JUDGE_INTERVAL, MINUTE, SECOND } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

test('disconnections that are shorter than the rule’s time cause no incident', async () => {
  const box = await it.register()
  await it.createRule()
  await it.advance(HOUR, (passed) => it.setStatus([box], passed % MINUTE === 0 ? 'online' : 'offline'))
  expect(await it.readNotices()).toEqual([])
})

test('flapping every 40 s for two hours is one incident', async () => {
  const box = await it.register()
  await it.createRule({ forS: 0, clear: { forS: 60 } })
  let isDown = false
  await it.advance(2 * HOUR, (passed) => {
    if (passed % (40 * SECOND) !== 0) return
    isDown = !isDown
    return it.setStatus([box], isDown ? 'offline' : 'online')
  })
  expect(await it.listFiring()).toHaveLength(1)
  expect(await it.readNotices()).toEqual(['opened'])
}, 120_000)

test('an agent that goes offline again 10 s after its alert ended fires a new alert', async () => {
  const box = await it.register()
  await it.createRule({ forS: 0, clear: { forS: 0 } })
  for (const status of ['offline', 'online', 'offline'] as const) {
    await it.setStatus([box], status)
    await it.advance(JUDGE_INTERVAL)
  }
  expect(await it.listEnded()).toMatchObject([{ firing: 0, endedBecause: 'recovered' }])
  expect(await it.listFiring()).toMatchObject([{ firing: 1, endedAt: null }])
  expect(await it.readNotices()).toEqual(['opened', 'ended', 'opened'])
})
