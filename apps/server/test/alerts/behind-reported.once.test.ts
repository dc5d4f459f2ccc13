import { alerts } from '@atalaya/contract/alert-incidents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOOK, MINUTE } from '#test/support/alert-world.ts'
import { type BehindWorld, createBehindWorld, theSwitchAnd } from '#test/support/behind-world.ts'

let it: BehindWorld
beforeEach(async () => {
  it = await createBehindWorld()
})
afterEach(() => it.close())

const BEHIND = 300

describe('300 machines behind one switch are one alert, named for the switch', () => {
  test.each([
    ['the switch is away first', [0, 2]],
    ['the switch is away last', [2, 0]],
    ['all are away at once', [0, 0]],
  ])('%s', async (_when, [switchAt = 0, boxesAt = 0]) => {
    const { upstream, boxes } = await it.network(BEHIND)
    await it.write()
    await it.pass(3 * MINUTE, async (passed) => {
      if (passed === (switchAt + 1) * LOOK) await it.stand([upstream], 'offline')
      if (passed === (boxesAt + 1) * LOOK) await it.stand(boxes, 'offline')
    })
    expect(await it.firing()).toMatchObject(theSwitchAnd(BEHIND))
    expect(await it.notices()).toEqual(['opened'])
  })

  test.each([1, 3])('a rule without delay adds them, %i looks after the first of them', async (looks) => {
    const { upstream, boxes } = await it.network(BEHIND)
    await it.write({ forS: 0 })
    await it.stand(boxes, 'offline')
    await it.pass(looks * LOOK)
    await it.stand([upstream], 'offline')
    await it.pass(2 * LOOK)
    expect(await it.firing()).toMatchObject(theSwitchAnd(BEHIND))
    expect(await it.notices()).toEqual(['opened'])
    await it.stand([upstream, ...boxes], 'online')
    await it.pass(5 * MINUTE)
    expect(await it.firing()).toEqual([])
    expect(await it.notices()).toEqual(['opened', 'ended'])
  })
})

describe('while a switch is away', () => {
  test('machines behind it that follow within five minutes cause no message', async () => {
    const { upstream, boxes } = await it.network(3)
    await it.write()
    await it.stand([upstream], 'offline')
    await it.pass(MINUTE + LOOK)
    // Pretends that the messages were sent.
    await it.db.deleteFrom('alert_notices').execute()
    for (const box of boxes) {
      await it.stand([box], 'offline')
      await it.pass(2 * MINUTE)
    }
    await it.pass(10 * MINUTE)
    expect(await it.firing()).toMatchObject(theSwitchAnd(3))
    expect(await it.notices()).toEqual([])
    const [incident] = await it.firing()
    const { members } = await it.as('ada', alerts.get, { params: { id: incident?._id ?? '' } })
    expect(members.filter(({ isBehind }: { isBehind: boolean }) => isBehind)).toHaveLength(3)
  })

  test('a machine behind it that worked without it for longer is reported as any other', async () => {
    const { upstream, boxes } = await it.network(2)
    const [soon = '', late = ''] = boxes
    await it.write()
    await it.stand([upstream, soon], 'offline')
    await it.pass(7 * MINUTE)
    await it.stand([late], 'offline')
    await it.pass(2 * MINUTE)
    expect(await it.firing()).toMatchObject([{ agent: { _id: late }, agents: 1, behind: 0 }, ...theSwitchAnd(1)])
    expect(await it.notices()).toEqual(['opened', 'opened'])
  })

  test('an agent that is not behind it is reported by itself', async () => {
    const { upstream, boxes } = await it.network(1)
    const other = await it.register('ada', { name: 'other' })
    await it.write()
    await it.stand([upstream, ...boxes], 'offline')
    await it.pass(3 * MINUTE)
    await it.stand([other], 'offline')
    await it.pass(3 * MINUTE)
    expect(await it.firing()).toMatchObject([{ agent: { name: 'other' }, behind: 0 }, ...theSwitchAnd(1)])
  })
})

test('a machine behind something healthy is reported as any other', async () => {
  const { boxes } = await it.network(1)
  await it.write()
  await it.stand(boxes, 'offline')
  await it.pass(2 * MINUTE)
  expect(await it.firing()).toMatchObject([{ agents: 1, behind: 0 }])
})

test('a degraded agent is reported although its upstream is degraded too', async () => {
  const { upstream, boxes } = await it.network(1)
  await it.write({ condition: { kind: 'status', status: 'degraded' } })
  await it.stand([upstream], 'degraded')
  await it.pass(6 * MINUTE)
  await it.stand(boxes, 'degraded')
  await it.pass(2 * MINUTE)
  expect(await it.firing()).toMatchObject([
    { agents: 1, behind: 0 },
    { agents: 1, behind: 0 },
  ])
  expect(await it.notices()).toEqual(['opened', 'opened'])
})
