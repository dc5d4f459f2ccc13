import { alerts } from '@atalaya/contract/alert-incidents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'
import { type BehindWorld, createBehindWorld, switchAlert } from '#test/support/behind-world.ts'

let it: BehindWorld
beforeEach(async () => {
  it = await createBehindWorld()
})
afterEach(() => it.close())

const BEHIND = 300

describe('300 machines behind one switch are one alert, named after the switch', () => {
  test.each([
    // The numbers are the evaluations after which the switch and the boxes go offline.
    ['the switch is away first', [0, 2]],
    ['the switch is away last', [2, 0]],
    ['all are away at once', [0, 0]],
  ])('%s', async (_when, [switchAt = 0, boxesAt = 0]) => {
    const { upstream, boxes } = await it.registerNetwork(BEHIND)
    await it.createRule()
    await it.advance(3 * MINUTE, async (passed) => {
      if (passed === (switchAt + 1) * JUDGE_INTERVAL) await it.setStatus([upstream], 'offline')
      if (passed === (boxesAt + 1) * JUDGE_INTERVAL) await it.setStatus(boxes, 'offline')
    })
    expect(await it.listFiring()).toMatchObject(switchAlert(BEHIND))
    expect(await it.readNotices()).toEqual(['opened'])
  })

  test.each([1, 3])('a rule without delay adds the switch %i evaluations after the machines', async (evaluations) => {
    const { upstream, boxes } = await it.registerNetwork(BEHIND)
    await it.createRule({ forS: 0 })
    await it.setStatus(boxes, 'offline')
    await it.advance(evaluations * JUDGE_INTERVAL)
    await it.setStatus([upstream], 'offline')
    await it.advance(2 * JUDGE_INTERVAL)
    expect(await it.listFiring()).toMatchObject(switchAlert(BEHIND))
    expect(await it.readNotices()).toEqual(['opened'])
    await it.setStatus([upstream, ...boxes], 'online')
    await it.advance(5 * MINUTE)
    expect(await it.listFiring()).toEqual([])
    expect(await it.readNotices()).toEqual(['opened', 'ended'])
  })
})

describe('while a switch is away', () => {
  test('machines behind the switch that go offline within five minutes cause no message', async () => {
    const { upstream, boxes } = await it.registerNetwork(3)
    await it.createRule()
    await it.setStatus([upstream], 'offline')
    await it.advance(MINUTE + JUDGE_INTERVAL)
    // Deletes the pending messages, as if they were sent.
    await it.db.deleteFrom('alert_notices').execute()
    for (const box of boxes) {
      await it.setStatus([box], 'offline')
      await it.advance(2 * MINUTE)
    }
    await it.advance(10 * MINUTE)
    expect(await it.listFiring()).toMatchObject(switchAlert(3))
    expect(await it.readNotices()).toEqual([])
    const [incident] = await it.listFiring()
    const { members } = await it.as('ada', alerts.get, { params: { id: incident?._id ?? '' } })
    expect(members.filter(({ isBehind }: { isBehind: boolean }) => isBehind)).toHaveLength(3)
  })

  test('a machine that goes offline more than five minutes after the switch is reported like any other', async () => {
    const { upstream, boxes } = await it.registerNetwork(2)
    const [soon = '', late = ''] = boxes
    await it.createRule()
    await it.setStatus([upstream, soon], 'offline')
    await it.advance(7 * MINUTE)
    await it.setStatus([late], 'offline')
    await it.advance(2 * MINUTE)
    expect(await it.listFiring()).toMatchObject([{ agent: { _id: late }, agents: 1, behind: 0 }, ...switchAlert(1)])
    expect(await it.readNotices()).toEqual(['opened', 'opened'])
  })

  test('an agent that is not behind the switch is reported separately', async () => {
    const { upstream, boxes } = await it.registerNetwork(1)
    const other = await it.register('ada', { name: 'other' })
    await it.createRule()
    await it.setStatus([upstream, ...boxes], 'offline')
    await it.advance(3 * MINUTE)
    await it.setStatus([other], 'offline')
    await it.advance(3 * MINUTE)
    expect(await it.listFiring()).toMatchObject([{ agent: { name: 'other' }, behind: 0 }, ...switchAlert(1)])
  })
})

test('a machine behind a healthy upstream is reported like any other', async () => {
  const { boxes } = await it.registerNetwork(1)
  await it.createRule()
  await it.setStatus(boxes, 'offline')
  await it.advance(2 * MINUTE)
  expect(await it.listFiring()).toMatchObject([{ agents: 1, behind: 0 }])
})

test('a degraded agent is reported although its upstream is degraded too', async () => {
  const { upstream, boxes } = await it.registerNetwork(1)
  await it.createRule({ condition: { kind: 'status', status: 'degraded' } })
  await it.setStatus([upstream], 'degraded')
  await it.advance(6 * MINUTE)
  await it.setStatus(boxes, 'degraded')
  await it.advance(2 * MINUTE)
  expect(await it.listFiring()).toMatchObject([
    { agents: 1, behind: 0 },
    { agents: 1, behind: 0 },
  ])
  expect(await it.readNotices()).toEqual(['opened', 'opened'])
})
